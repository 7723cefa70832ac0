"""Routes to models: engines in this process, codecs for the wire, and one sender that does all HTTP.

This room owns how a `ModelRequest` becomes text of a model. It refuses to retry, to fall back to another route, to read
the environment, and to know what memory is.
"""
