"""Ways to find, one file each: what it looks for, its words for why, and how much of it at most."""
