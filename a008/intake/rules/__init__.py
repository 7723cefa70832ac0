"""The rule-based extractor: plain statements in English and Swedish, read by tables of patterns.

This room owns where a sentence ends, what it does (its speech act) and which plain statements become proposals. It
prefers silence to junk: what its tables do not recognise word for word yields nothing. It refuses to decide anything
about state, to look at the clock, and to learn from answers or from the context. A language is a folder of data files
in `data`: its words, its names, and its tables of patterns.
"""
