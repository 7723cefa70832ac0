"""Pages and protocols over HTTP, on this machine only.

This room owns who may ask (`guard.py`) and how a server is started. It refuses to bind to anything but loopback, to
answer to a foreign name and to change the store.
"""
