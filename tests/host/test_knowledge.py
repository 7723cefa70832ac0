"""The Knowledge Manager over a real store. Sources: faults S04, H01, H16, H17; bug reports B096, B099, B131."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from a008.errors import Code, StoreError, UsageError
from a008.host import knowledge
from a008.memory.origin import Origin
from a008.store.store import Store
from tests.host.asgi import finished
from tests.shelf import Fact, Shelf

_HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "/etc/hostname",
    "http://127.0.0.1:1/x",
    "{{ 7 * 7 }} {% raise %}",
    "'; DROP TABLE claim; --",
    "exe\u202egpj.txt",
    "]]><svg/onload=alert(1)>",
]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    opened = Shelf(tmp_path / "store #1?.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def full(shelf: Shelf) -> Shelf:
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo.", domains=("personal",)))
    shelf.tell(Fact("user", "residence", "Malmö", "I live in Malmö now.", wording="change", domains=("personal",)))
    shelf.tell(Fact("project", "storage", "SQLite", "We use SQLite for storage."))
    shelf.tell(Fact("project", "storage", "MySQL", "We use MySQL for storage."), origin=Origin.WEB)
    return shelf


def _get(shelf: Shelf, *paths: str) -> list[httpx.Response]:
    """Pages of the application behind the door, which `test_guard.py` tests by itself."""
    assert shelf.store.path is not None
    served = knowledge.knowledge_manager(shelf.store.path)
    return finished(_pages(served, paths))


async def _pages(served: Any, paths: tuple[str, ...]) -> list[httpx.Response]:
    try:
        return [await served.client.get(path) for path in paths]
    finally:
        served.executor.shutdown()
        served.databases[knowledge.DATABASE].close()


def _links(page: httpx.Response) -> list[str]:
    return [link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"]*)"', page.text)]


def test_an_empty_store_shows_a_friendly_page(tmp_path: Path) -> None:
    path = tmp_path / "new" / "store.sqlite"
    served = knowledge.knowledge_manager(path)
    (page,) = finished(_pages(served, ("/",)))
    assert path.exists()
    assert page.status_code == 200
    assert "Nothing is remembered yet" in page.text
    assert "a008 chat" in page.text


def test_a_new_project_says_that_it_is_empty_and_a_wrong_name_lists_the_right_ones(shelf: Shelf) -> None:
    empty, wrong = _get(shelf, "/", "/?project=<b>nope</b>")
    assert "Nothing has been learnt in this project yet" in empty.text
    assert "There is no project called" in wrong.text
    assert "<b>nope" not in wrong.text
    assert 'href="/?project=default"' in wrong.text


def test_the_overview_shows_what_holds_who_said_so_and_what_moved(full: Shelf) -> None:
    (page,) = _get(full, "/?project=default")
    assert "user.residence" in page.text.replace("<wbr>", "")
    assert "I live in Malmö now." in page.text
    assert "Oslo" not in page.text
    assert "contested" in page.text
    assert "turn learnt" in page.text


def test_links_lead_to_pages_wherever_they_stand(full: Shelf) -> None:
    """Walks from the first page, tables and rows of Datasette included, one address of every shape."""
    seen = {"/"}
    ahead = {"/"}
    while ahead:
        pages = _get(full, *sorted(ahead))
        assert [(str(page.url), page.status_code) for page in pages if page.status_code != 200] == []
        ahead.clear()
        for link in sorted({link for page in pages if "html" in page.headers["content-type"] for link in _links(page)}):
            shape = _shape(link)
            if shape not in seen:
                seen.add(shape)
                ahead.add(link)
    assert {"/-/address/slot_*", "/store/utterance/utterance_*", "/store/revision/*"} <= seen


def _shape(link: str) -> str:
    path, _, query = link.partition("#")[0].partition("?")
    names = sorted(part.partition("=")[0] for part in query.split("&"))
    return re.sub(r"(?<=_)[a-z2-7]{16}|(?<=/)\d+|A008_v1_\S+", "*", path) + "&".join(names)


def test_what_was_before_and_who_said_so_is_one_click_away(full: Shelf) -> None:
    (overview,) = _get(full, "/")
    addresses = re.findall(r'href="(/-/address/slot_[a-z2-7]+)"><bdi>user\.<wbr>residence', overview.text)
    (page,) = _get(full, addresses[0])
    for words in ("Malmö", "Oslo", "I live in Oslo.", "holds now", "held before", "no longer believed", "changed"):
        assert words in page.text
    assert "<mark>I live in Malmö now.</mark>" in page.text
    assert "<svg" in page.text


def test_a_list_is_paged_by_key_and_its_pages_hold_everything_once(shelf: Shelf) -> None:
    shelf.tell(*(Fact(f"file {n:03}", "size", n, f"File {n:03} has size {n}.") for n in range(120)))
    names: list[str] = []
    path = "/"
    while path:
        (page,) = _get(shelf, path)
        names += re.findall(r"<bdi>(file_\d+\.size)", page.text.replace("<wbr>", ""))
        following = re.search(r'rel="next" href="([^"]+)"', page.text)
        path = following.group(1).replace("&amp;", "&") if following else ""
    assert names == [f"file_{n:03}.size" for n in range(120)]


def test_signs_around_a_word_change_no_search(full: Shelf) -> None:
    """B001."""
    words = ("storage.", "storage!", "storage%3F", "(storage", "storage)", "storage*", "%22storage%22")
    plain, *pages = _get(full, *(f"/?project=default&q={word}" for word in ("storage", *words)))
    assert "We use SQLite for storage." in plain.text
    for page in pages:
        assert page.status_code == 200
        assert "We use SQLite for storage." in page.text
        assert "SELECT" not in page.text


def test_text_of_others_is_shown_as_text_on_every_page(shelf: Shelf) -> None:
    for number, text in enumerate(_HOSTILE):
        shelf.tell(
            Fact(
                f"thing {number} {text}",
                f"slot {text}",
                text,
                f"The thing number {number} is {text}",
                domains=(text[:60],),
            )
        )
    paths = ["/", "/-/claims", "/-/conflicts", "/store/claim", "/store/utterance", "/store/entity", "/store/label"]
    pages = _get(shelf, *paths)
    pages += _get(shelf, *{link for link in _links(pages[0]) if link.startswith(("/-/", "/store/claim/"))})
    assert {page.status_code for page in pages} == {200}
    for page in pages:
        assert not re.search(r"<(script|img|svg/)", page.text), page.url
        assert "\u202e" not in page.text, page.url
        assert not re.search(r'href="(javascript|http:)', page.text.replace('href="http://127.0.0.1:1/x"', "")), (
            page.url
        )
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in pages[0].text


@pytest.mark.parametrize(
    "path",
    [
        "/-/claims?activation=asleep",
        "/-/claims?after=x",
        "/-/claims?after=-claim_x",
        "/-/claims?after=9999999999999999999999-claim_x",
        "/-/claims?after=²-claim_x",
        f"/-/claims?domain={'x' * 5_000}",
        f"/?project={'x' * 5_000}",
    ],
)
def test_a_parameter_that_cannot_be_is_refused_in_words(full: Shelf, path: str) -> None:
    (page,) = _get(full, path)
    assert page.status_code == 400
    assert "Traceback" not in page.text


@pytest.mark.parametrize(
    "path", ["/?address=%00&member=%00", "/?project=%FF%FE", "/-/claims?domain=%F0%9F%98%80", "/?address=ſ"]
)
def test_odd_parameters_give_an_ordinary_page(full: Shelf, path: str) -> None:
    assert _get(full, path)[0].status_code == 200


@pytest.mark.parametrize(
    "path", ["/-/address/slot_aaaaaaaaaaaaaaaa", "/-/address/x", "/-/address/", "/-/databases", "/-/databases.json",
             "/-/threads", "/-/permissions", "/-/messages", "/-/allow-debug", "/-/patterns", "/-/auth-token",
             "/-/logout", "/static/nothing.css", "/static/%2e%2e/metadata.yaml", "/store.db", "/_internal", "/_memory"]
)  # fmt: skip
def test_what_is_not_there_or_not_for_visitors_is_not_found(full: Shelf, path: str) -> None:
    (page,) = _get(full, path)
    assert page.status_code in {301, 302, 403, 404}
    assert str(full.store.path) not in page.text


def test_no_page_tells_where_the_file_is(full: Shelf) -> None:
    pages = _get(
        full, "/", "/store", "/store.json", "/.json", "/-/versions.json", "/-/metadata.json", "/-/settings.json"
    )
    assert {page.status_code for page in pages} == {200}
    assert not [page.url for page in pages if str(full.store.path) in page.text or str(Path.home()) in page.text]


def test_sql_from_an_address_is_refused(full: Shelf) -> None:
    pages = _get(
        full, "/store?sql=select+1", "/store.json?sql=select+1", "/store/claim?_where=1=1", "/store.csv?sql=select+1"
    )
    assert [page.status_code for page in pages[:2]] == [403, 403]
    assert all("execute-sql" in page.text or page.status_code in {400, 403} for page in pages)


def test_what_is_committed_meanwhile_shows_at_the_next_request(full: Shelf) -> None:
    """B099: the page is read from the live file, and the writer is not kept waiting."""
    assert full.store.path is not None
    served = knowledge.knowledge_manager(full.store.path)

    async def before_and_after() -> tuple[str, str]:
        first = await served.client.get("/")
        full.tell(Fact("user", "name", "Åsa", "My name is Åsa."))
        second = await served.client.get("/")
        return first.text, second.text

    before, after = finished(before_and_after())
    assert "My name is Åsa." not in before
    assert "My name is Åsa." in after


def test_looking_leaves_every_byte_of_the_store_as_it_was(full: Shelf, tmp_path: Path) -> None:
    """S04. The hash is taken by another process: opening the file here would drop SQLite's locks."""
    path = full.store.path
    assert path is not None
    full.close()
    before = _hash(path)
    served = knowledge.knowledge_manager(path)
    paths = (
        "/",
        "/-/claims",
        "/-/conflicts",
        "/store",
        "/store/claim",
        "/store/claim.json",
        "/store/claim.csv",
        "/store?sql=select+1",
    )
    finished(_pages(served, paths))
    assert _hash(path) == before


def _hash(path: Path) -> str:
    program = "import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], 'rb').read()).hexdigest())"
    return subprocess.run([sys.executable, "-c", program, path], capture_output=True, check=True, text=True).stdout


def test_a_query_that_takes_too_long_is_stopped_with_a_page_that_says_so(
    full: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert full.store.path is not None
    served = knowledge.knowledge_manager(full.store.path)
    monkeypatch.setitem(served._settings, "sql_time_limit_ms", 0.0001)
    monkeypatch.setattr("a008.store.readonly._STEPS", 1)
    (page,) = finished(_pages(served, ("/",)))
    assert page.status_code == 503
    assert "took longer" in page.text


def test_datasette_is_given_no_connection_that_writes(full: Shelf) -> None:
    assert full.store.path is not None
    served = knowledge.knowledge_manager(full.store.path)
    with pytest.raises(UsageError, match="never writes"):
        finished(served.databases[knowledge.DATABASE].execute_write("DELETE FROM label"))


def test_a_foreign_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.sqlite"
    path.write_bytes(b"not a database, but long enough to look like one" * 50)
    with pytest.raises(StoreError) as caught:
        knowledge.knowledge_manager(path)
    assert caught.value.code is Code.STORE_CORRUPT
    assert path.read_bytes().startswith(b"not a database")


def test_a_store_that_is_ready_is_not_opened_for_writing(full: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "open", lambda path: pytest.fail("opened for writing"))
    assert full.store.path is not None
    knowledge.made_ready(full.store.path)


def test_an_installation_without_the_plugin_does_not_start(
    full: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "elsewhere" / "a008" / "host"
    package.mkdir(parents=True)
    monkeypatch.setattr(knowledge, "__file__", str(package / "knowledge.py"))
    assert full.store.path is not None
    with pytest.raises(UsageError, match="configuration directory is missing"):
        knowledge.knowledge_manager(full.store.path)


def test_a_second_sqlite_library_in_the_process_is_refused(full: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasette.utils.sqlite.using_pysqlite3", True)
    assert full.store.path is not None
    with pytest.raises(StoreError, match="second SQLite"):
        knowledge.knowledge_manager(full.store.path)
