"""Behaviour cases of the specification, by their numbers."""
