"""After the answer: read what an extractor proposed, decide by rule, plan one commit.

This room owns every rule about what may enter memory. It refuses to read or write a store, and to trust a model.
"""
