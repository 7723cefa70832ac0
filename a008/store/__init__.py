"""The only room with SQL: one SQLite file, one writer at a time, readers in parallel.

This room owns files, connections, locks, schema and the meaning of rows. It refuses to decide
anything: it applies plans.
"""
