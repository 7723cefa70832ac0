"""`python -m a008.host`: the Knowledge Manager as a process of its own, for a surface that starts it.

It writes one line of JSON on standard output, where it answers or why it does not start, and stops when its standard
input ends, so that it never outlives who started it.
"""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path

from a008 import canon
from a008.errors import EXIT_CODES, A008Error
from a008.host.serve import Serving, bound, serving, without_foreign_plugins


def main(arguments: list[str]) -> int:
    """Serve until standard input ends or a signal comes; the exit status is that of the error, if there was one."""
    parser = argparse.ArgumentParser(prog="python -m a008.host", description="Serve the Knowledge Manager on loopback.")
    parser.add_argument("--store", type=Path, required=True, help="the store's file")
    parser.add_argument("--project", default="default", help="the project to open at")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--allow-host", action="append", default=[], help="another name:port to answer to")
    said = parser.parse_args(arguments)
    try:
        without_foreign_plugins()
        with bound(said.port) as sock:
            server = serving(said.store, sock, project=said.project, also=tuple(said.allow_host), announce=_announce)
            threading.Thread(target=_stop_at_end_of_input, args=(server,), daemon=True).start()
            server.run(sockets=[sock])
    except A008Error as error:
        _say({"code": error.code, "what": error.what, "item": error.item, "remedy": error.remedy})
        return EXIT_CODES[error.code]
    except KeyboardInterrupt:
        return 130
    return 0


def _announce(url: str) -> None:
    _say({"url": url})
    sys.stdout = sys.stderr  # the line was a message to one reader; nothing else may follow it


def _say(message: canon.Json) -> None:
    sys.stdout.write(canon.text(message) + "\n")
    sys.stdout.flush()


def _stop_at_end_of_input(server: Serving) -> None:
    sys.stdin.read()
    server.should_exit = True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
