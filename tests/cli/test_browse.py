"""`a008 browse` from start to Ctrl-C. Sources: faults H14 and H15; the issue for the rest."""

from __future__ import annotations

import json
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from a008.cli.main import main
from a008.cli.servers import PATIENCE
from a008.host.serve import bound
from tests.cli.program import running
from tests.shelf import Fact, Shelf


def _page(url: str) -> str:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with browser.open(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode()).replace("<wbr>", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_opens_a_store_until_it_is_told_to_stop(tmp_path: Path, number: signal.Signals) -> None:
    """The address stays in one piece, though the terminal is narrower."""
    store = tmp_path / "store.sqlite"
    shelf = Shelf(store, "garden")
    shelf.tell(Fact("rose", "colour", "red", "The rose's colour is red."))
    shelf.close()
    with running("--store", str(store), "browse", "--project", "garden", "--no-open") as process:
        assert process.stdout
        line = process.stdout.readline()
        name, _, url = line.strip().partition(": ")
        assert name == "Knowledge Manager"
        assert "rose.colour" in _page(url)
        os.kill(process.pid, number)
        rest, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode in {0, 130}
        assert (rest, errors) == ("", "")
    with pytest.raises(urllib.error.URLError):
        _page(url)


def test_a_store_that_is_not_there_is_made_and_shown_empty(tmp_path: Path) -> None:
    store = tmp_path / "new" / "store.sqlite"
    with running("--store", str(store), "browse", "--no-open", "--json") as process:
        assert process.stdout
        url = json.loads(process.stdout.readline())["knowledge_manager"]
        assert "Nothing is remembered yet" in _page(url)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert store.exists()


def test_a_taken_port_is_a_usage_error_with_what_to_do(capfd: pytest.CaptureFixture[str]) -> None:
    with bound(0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["browse", "--port", str(port), "--no-open"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert str(port) in err
    assert "--port" in err
    assert "Traceback" not in err


def test_a_file_that_is_no_store_is_refused_as_json_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    foreign = tmp_path / "notes.txt"
    foreign.write_text("these are notes " * 500)
    assert main(["--store", str(foreign), "browse", "--no-open", "--json"]) == 8
    assert json.loads(capfd.readouterr().out)["error"]["code"] == "store_corrupt"
    assert foreign.read_text().startswith("these are notes")


def test_a_store_in_memory_cannot_be_looked_at(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--store", ":memory:", "browse", "--no-open"]) == 2
    assert "--store" in capfd.readouterr().err


@pytest.mark.parametrize("words", [["--host", "0.0.0.0"], ["--port", "65536"], ["--port", "-1"], ["--port", "x"]])
def test_it_cannot_be_told_to_listen_elsewhere(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["browse", "--no-open", *words]) == 2
    assert words[0] in capfd.readouterr().err
