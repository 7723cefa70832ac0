"""One turn from message to receipt, and the sessions that hold turns together.

This room owns the order of things and the three outcomes of a turn. It refuses rules of knowledge, SQL and wire
formats.
"""
