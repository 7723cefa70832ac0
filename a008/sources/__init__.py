"""Files in: what other programs kept, read row by row and brought into this model; nothing of theirs is kept as it was.

This room reads files and builds plans; the store applies them. It asks no model.
"""
