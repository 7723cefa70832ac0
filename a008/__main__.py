"""`python -m a008`: the command line."""

import sys

from a008.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
