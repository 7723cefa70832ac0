"""Nouns and rules of knowledge: pure values, no I/O, no clock, no chance.

This room owns what a claim, a binding or a strength *is* and every rule that decides between them. It refuses to
know where they are stored, how they are found and who asked.
"""
