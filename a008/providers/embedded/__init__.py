"""The librarian engine: a model in this process that answers from the envelope and from nothing else.

It owns reading a question and quoting the items that answer it. It refuses to generate: every sentence of knowledge is
an item's proposition, word by word, with the item's id. It has no clock, no chance and no network.
"""
