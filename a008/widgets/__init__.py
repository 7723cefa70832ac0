"""Notebook widgets: traits that hold the JSON of a view, and a script each that only draws it.

This room owns what a reader can move: tabs, folds, filters. It refuses to read the store, to decide and to find words.
"""
