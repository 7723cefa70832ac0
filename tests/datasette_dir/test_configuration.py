"""The Datasette configuration directory: what it may hold, and that stock Datasette takes it. Our choice throughout."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from datasette.app import DEFAULT_SETTINGS, Datasette

from a008.host import knowledge
from a008.store.connection import DatabaseError
from tests.host.asgi import finished
from tests.shelf import Fact, Shelf

_FOLDER = Path(__file__).parents[2] / "datasette"
_TEMPLATES = sorted((_FOLDER / "templates").glob("*.html"))
_SETTINGS = json.loads((_FOLDER / "settings.json").read_text())


def test_it_holds_no_package_and_no_file_that_datasette_would_take_for_a_database() -> None:
    names = [path.name for path in _FOLDER.rglob("*") if path.is_file()]
    assert "__init__.py" not in names
    assert not [name for name in names if name.endswith((".db", ".sqlite", ".sqlite3"))]


def test_it_is_found_in_a_checkout_and_in_an_installed_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert knowledge.configuration() == _FOLDER
    carried = tmp_path / "a008" / "_datasette" / "plugins"
    carried.mkdir(parents=True)
    (carried / knowledge.PLUGIN).touch()
    monkeypatch.setattr(knowledge, "__file__", str(tmp_path / "a008" / "host" / "knowledge.py"))
    assert knowledge.configuration() == carried.parent


def test_its_settings_exist_and_keep_sql_and_downloads_off() -> None:
    assert set(_SETTINGS) <= set(DEFAULT_SETTINGS)
    assert _SETTINGS["sql_time_limit_ms"] == 1000
    for name in ("default_allow_sql", "allow_download", "allow_csv_stream", "suggest_facets"):
        assert _SETTINGS[name] is False, name


@pytest.mark.parametrize("path", _TEMPLATES, ids=lambda path: path.name)
def test_a_template_loads_nothing_from_elsewhere_and_holds_no_script_or_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|javascript:|@import", text)
    assert not re.findall(r"(?:src|<link[^>]*href)=\"(?!\{\{ urls\.)", text)
    assert re.findall(r"\|\s*safe\b", text) == (["|safe"] if path.name == "_knowledge.html" else [])
    assert "autoescape false" not in text


def test_the_style_sheet_loads_nothing() -> None:
    text = (_FOLDER / "static" / "knowledge.css").read_text(encoding="utf-8")
    assert not re.search(r"url\(|@import|expression", text)


def test_both_schemes_define_the_same_colours() -> None:
    text = (_FOLDER / "static" / "knowledge.css").read_text(encoding="utf-8")
    light, dark = (
        set(re.findall(r"--[a-z-]+(?=:)", block)) for block in re.findall(r":root \{(.*?)\}", text, re.DOTALL)
    )
    assert light == dark
    assert set(re.findall(r"var\((--[a-z-]+)\)", text)) <= light


def test_stock_datasette_with_this_directory_shows_the_same_first_page_and_cannot_write_either(tmp_path: Path) -> None:
    """`datasette store.sqlite` with this directory works too; the door of `a008 browse` is then not there."""
    path = tmp_path / "notes.sqlite"
    shelf = Shelf(path)
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo."))
    shelf.close()
    served = Datasette([str(path)], config_dir=_FOLDER)

    async def look() -> tuple[str, int]:
        page = await served.client.get("/")
        with pytest.raises(DatabaseError):
            await served.get_database().execute_write("DELETE FROM project")
        return page.text, (await served.get_database().execute("SELECT count(*) FROM project")).single_value()

    page, projects = finished(look())
    assert "I live in Oslo." in page
    assert 'href="/notes/claim/claim_' in page
    assert projects == 1


def test_a_datasette_of_the_users_own_in_the_same_process_is_left_alone(tmp_path: Path) -> None:
    knowledge.knowledge_manager(tmp_path / "store.sqlite")
    own = Datasette([], memory=True)

    async def look() -> tuple[str, int]:
        page = await own.client.get("/")
        database = own.add_memory_database("own")
        await database.execute_write("CREATE TABLE t (a)")
        return page.text, len(await database.table_names())

    page, tables = finished(look())
    assert "Knowledge Manager" not in page
    assert tables == 1
