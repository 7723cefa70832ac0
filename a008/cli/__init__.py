"""The command line: one file for each command, each body parse, one call, output.

This room owns words on the command line, exit statuses and terminals. It refuses to know how anything is done.
"""
