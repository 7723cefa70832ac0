"""Every command on every sort of store: class and exit status, held in a golden table. Fault S02."""

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from a008.store import lock
from a008.store.store import Store
from tests.cli.conftest import Call

GOLDEN = Path(__file__).parents[1] / "golden" / "cli_on_stores.txt"

COMMANDS: dict[str, tuple[str, ...]] = {
    "ask": ("ask", "Hello."),
    "ask --envelope": ("ask", "--envelope", "Hello."),
    "chat": ("chat",),
    "memory state": ("memory", "state"),
    "memory history": ("memory", "history", "user.residence"),
    "memory search": ("memory", "search", "Lyon"),
    "memory why": ("memory", "why", "claim_aaaaaaaaaaaaaaaa"),
    "memory log": ("memory", "log"),
    "memory conflicts": ("memory", "conflicts"),
    "memory resolve": ("memory", "resolve", "claim_aaaaaaaaaaaaaaaa", "keep-head"),
    "models": ("models",),
    "status": ("status",),
    "doctor": ("doctor",),
}


def _nothing(path: Path) -> None:
    """No file."""


def _empty(path: Path) -> None:
    path.touch()


def _fresh(path: Path) -> None:
    Store.open(path).close()


def _text(path: Path) -> None:
    path.write_text("These are notes of mine, not a database.\n" * 200, encoding="utf-8")


def _foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE note (text TEXT)")


def _newer(path: Path) -> None:
    _fresh(path)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA user_version = 9999")


def _damaged(path: Path) -> None:
    _fresh(path)
    content = bytearray(path.read_bytes())
    content[100:4_096] = b"\xa5" * (4_096 - 100)
    path.write_bytes(content)


def _cut_short(path: Path) -> None:
    _fresh(path)
    path.write_bytes(path.read_bytes()[:6_000])


def _folder(path: Path) -> None:
    path.mkdir()


STORES: dict[str, Callable[[Path], None]] = {
    "no store": _nothing,
    "an empty file": _empty,
    "a fresh store": _fresh,
    "a text file": _text,
    "another program's database": _foreign,
    "a newer store": _newer,
    "a damaged store": _damaged,
    "a store cut short": _cut_short,
    "a folder": _folder,
}
#: Stores that a command may make or fill; every other file must be what it was, to the byte.
OURS = {"no store", "an empty file", "a fresh store"}


def table() -> dict[tuple[str, str], tuple[int, str]]:
    """The golden table: exit status and error code (`-` for none) by store and command."""
    rows = [line.split("|") for line in GOLDEN.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {(store.strip(), command.strip()): (int(status), code.strip()) for store, command, status, code in rows}


def fingerprint(path: Path) -> str:
    """What a file is, '' for none and for a folder."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


@pytest.mark.parametrize("store", STORES)
def test_each_command_ends_as_the_golden_table_says(
    store: str, tmp_path: Path, a008: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case B077 in part: a damaged or foreign file is named, and never written to or made anew."""
    golden = table()
    found = {}
    for number, (name, words) in enumerate(COMMANDS.items()):
        path = tmp_path / str(number) / "memory.sqlite"
        path.parent.mkdir()
        STORES[store](path)
        before = fingerprint(path)
        ran = a008("--store", str(path), *words, "--json")
        error = {} if ran.status == 0 else ran.document
        code = (error.get("error") or error.get("failure") or {}).get("code", "-")
        found[store, name] = (ran.status, code)
        if store not in OURS:
            assert fingerprint(path) == before, name
        if ran.status:
            assert ran.err.startswith("a008: ")
            assert ran.err.count("\n") == 1
            assert str(path) in ran.err or code == "not_found"
    assert found == {key: value for key, value in golden.items() if key[0] == store}


@pytest.mark.parametrize(
    "words", [("memory", "state"), ("memory", "search", "x"), ("status",), ("doctor",), ("models",)]
)
def test_looking_at_no_store_makes_no_file(words: tuple[str, ...], tmp_path: Path, a008: Call) -> None:
    a008("--store", str(tmp_path / "memory.sqlite"), *words)
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_another_process_keeps_writing_to_is_busy(
    tmp_path: Path, a008: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.sqlite"
    _fresh(path)
    monkeypatch.setattr(lock.WriteLock.__init__, "__defaults__", (0.05,))
    with lock.WriteLock(path).held():
        ran = a008("--store", str(path), "ask", "Hello.", "--json")
        assert (ran.status, ran.document["error"]["code"]) == (6, "busy")
        assert a008("--store", str(path), "doctor").status == 0, "looking waits for nobody"
