"""Forward-only migrations, one file each; a shipped one is never edited."""
