"""Serving the Knowledge Manager on loopback until told to stop."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import uvicorn
from datasette.app import pm

from a008.errors import UsageError
from a008.host.guard import door, guarded
from a008.host.knowledge import knowledge_manager

#: The only interface that is ever bound.
LOOPBACK = "127.0.0.1"
#: Seconds that open pages get to finish when the server stops.
_GRACE = 2


class Serving(uvicorn.Server):
    """A server that says where it answers, once it does."""

    def __init__(self, config: uvicorn.Config, url: str, announce: Callable[[str], None]) -> None:
        super().__init__(config)
        self.url = url
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce the address."""
        await super().startup(sockets)
        if self.started:
            self._announce(self.url)


def bound(port: int) -> socket.socket:
    """A socket on loopback; 0 takes a free port.

    Errors: `UsageError` when the port is taken or not ours to take.
    """
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((LOOPBACK, port))
    except (OSError, OverflowError) as error:
        sock.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"the port cannot be used: {reason}",
            item=str(port),
            remedy="choose another with --port; 0 takes a free one",
        ) from None
    return sock


def without_foreign_plugins() -> None:
    """Unload Datasette plugins that happen to be installed: in this process only ours may answer."""
    for plugin, _ in pm.list_plugin_distinfo():
        pm.unregister(plugin)


def serving(
    store: Path, sock: socket.socket, *, project: str, also: tuple[str, ...], announce: Callable[[str], None]
) -> Serving:
    """A server of the Knowledge Manager on a bound socket, not yet running.

    Shape: its `url` holds a fresh token and opens at a project; `also` are further Host values to answer to.
    """
    port = sock.getsockname()[1]
    token = secrets.token_urlsafe(24)
    app = guarded(knowledge_manager(store).app(), door(port, token, also))
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,  # an address may hold the token
        proxy_headers=False,
        server_header=False,
        interface="asgi3",
        http="h11",
        loop="asyncio",
        ws="none",
        timeout_graceful_shutdown=_GRACE,
    )
    url = f"http://{LOOPBACK}:{port}/?{urlencode({'project': project, 'token': token})}"
    return Serving(config, url, announce)
