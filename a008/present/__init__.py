"""View models shared by every surface: values of knowledge in, what people read out.

This room owns words, tables and snapshots, and makes hostile text safe to look at. It refuses to fetch, to decide, to
write and to know which surface asks.
"""
