"""Before the call: DEFINE, RETRIEVE, EXPAND, FILTER, COMPOSE, PROJECT; from a message to the bytes a model is shown.

This room reads one snapshot and nothing else: it calls no model, opens no socket and writes nothing.
"""
