"""Embedding models that run on this machine from files that are already there; nothing here can fetch one."""
