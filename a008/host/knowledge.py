"""The Knowledge Manager as an application: Datasette with our configuration directory, over one store, read-only."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from datasette.app import Datasette, pm
from datasette.database import Database
from datasette.utils import sqlite as datasette_sqlite

from a008.errors import Code, StoreError, UsageError
from a008.store import schema, wal
from a008.store.connection import Connection, open_reader, translated
from a008.store.store import Store

#: Name of the store in addresses (`/store/claim`), whatever its file is called.
DATABASE = "store"
#: Our plugin, as Datasette registers it: by the name of its file.
PLUGIN = "a008_knowledge.py"


class StoreDatabase(Database):  # type: ignore[misc]  # Datasette has no types
    """Datasette's view of a store: connections are ours, and there is none that writes."""

    def connect(self, write: bool = False) -> Connection:
        """A connection that cannot write.

        Errors: `UsageError` when one that can is asked for.
        """
        if write:
            raise UsageError("the Knowledge Manager never writes", item=str(self.path))
        conn = open_reader(Path(self.path))
        self._all_file_connections.append(conn)
        return conn


def knowledge_manager(store: Path) -> Any:
    """A Datasette that shows a store; its `app()` is the ASGI application, without a door.

    Shape: the file is opened as it is used, so what a chat commits shows at the next request.
    Errors: `StoreError` for a file that is no store of this version; `UsageError` when an installation is broken.
    """
    _check_sqlite()
    made_ready(store)
    folder = configuration()
    # With it, every variable of a failed request would be printed, the store's rows among them.
    pm.get_plugin("datasette.handle_exception").rich = None
    served = Datasette([], config_dir=folder)
    if not pm.has_plugin(PLUGIN):
        raise UsageError("the Knowledge Manager's plugin is missing", item=str(folder), remedy="install A008 again")
    served.remove_database("_memory")
    served.add_database(StoreDatabase(served, path=str(store), is_mutable=True), name=DATABASE)
    return served


def made_ready(store: Path) -> None:
    """Make a store that is new, and bring an older one to this version's schema; touch no other.

    Errors: `StoreError` for a foreign, newer or damaged file.
    """
    if store.exists():
        with translated(store):
            wal.check(store)
            with closing(open_reader(store)) as conn:
                if schema.version_of(conn, store) == schema.NEWEST:
                    return
    Store.open(store).close()


def configuration() -> Path:
    """The configuration directory: in the wheel inside the package, in a checkout beside it."""
    package = Path(__file__).parents[1]
    for folder in (package / "_datasette", package.parent / "datasette"):
        if (folder / "plugins" / PLUGIN).is_file():
            return folder
    raise UsageError("the Datasette configuration directory is missing", item=str(package), remedy="install A008 again")


def _check_sqlite() -> None:
    """One SQLite library per process: a second one would drop the file locks of the first, and commits with them."""
    if datasette_sqlite.using_pysqlite3 or datasette_sqlite.sqlite3.Connection is not Connection:
        raise StoreError(
            "Datasette found a second SQLite library",
            code=Code.CONFIGURATION,
            item=str(datasette_sqlite.sqlite3.__name__),
            remedy="uninstall pysqlite3 from this environment",
        )
