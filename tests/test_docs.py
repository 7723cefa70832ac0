"""The documentation, executed: every Python fence runs, every command exists, every public word is explained."""

from __future__ import annotations

import io
import re
import shlex
import textwrap
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from a008.cli.main import cli
from a008.config import Settings, load_settings
from a008.errors import Code

_ROOT = Path(__file__).parents[1]
_PAGES = [_ROOT / "README.md", *sorted((_ROOT / "docs").rglob("*.md"))]
_NAMES = [page.relative_to(_ROOT).as_posix() for page in _PAGES]
_TEXT = {page: page.read_text(encoding="utf-8") for page in _PAGES}
_CODE = {span for text in _TEXT.values() for span in re.findall(r"`([^`\n]+)`", text)}
_LANGUAGES = {"console", "html", "json", "mermaid", "python", "sql", "text", "toml", "yaml"}
#: Pages that may hold a Python fence marked `no-run`, each with its reason.
_NOT_RUN: dict[str, str] = {}
#: The word list; one meaning each. Source: house rule 7.
_WORDS = """
claim; binding; semantic address; head; member; valid time; record time; event time; asserted-at; ingested-at;
provenance; support; verdict; outcome; proposal; plan; receipt; salience; strength; decay; threshold; severity;
occurrence; active; dormant; pinned; association; attraction; lane; candidate; envelope; baseline
"""


class Fence(NamedTuple):
    """One fenced block of a page; `line` is where its text begins, `said` the line of prose before it."""

    info: str
    text: str
    line: int
    said: str


def _fences(page: Path) -> Iterator[Fence]:
    for match in re.finditer(r"^( *)```([^\n`]*)\n(.*?)^\1```$", _TEXT[page], re.MULTILINE | re.DOTALL):
        before = _TEXT[page][: match.start()]
        said = before.strip().rsplit("\n", 1)[-1]
        yield Fence(match[2], textwrap.dedent(match[3]), before.count("\n") + 2, said)


@pytest.mark.parametrize("page", _PAGES, ids=_NAMES)
def test_every_python_fence_runs_in_order_and_prints_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fences of a page share one namespace.

    Lines that begin with `# >` are what their fence prints, all of it; so is a `text` fence behind the word "prints".
    """
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "page"}
    printed = io.StringIO()
    for fence in _fences(page):
        if fence.info == "python":
            lines_before = "\n" * (fence.line - 1)  # so that a traceback names the line of the page
            printed = io.StringIO()
            with redirect_stdout(printed):
                exec(compile(lines_before + fence.text, str(page), "exec"), namespace)
            said = [line[4:] for line in fence.text.splitlines() if line.startswith("# > ")]
            assert not said or printed.getvalue().splitlines() == said
        elif fence.info == "text" and fence.said == "prints":
            assert printed.getvalue() == fence.text


@pytest.mark.parametrize("page", _PAGES, ids=_NAMES)
def test_every_fence_says_its_language_and_only_a_listed_page_leaves_python_out(page: Path) -> None:
    infos = {fence.info for fence in _fences(page)}
    allowed = _LANGUAGES | ({"python no-run"} if page.relative_to(_ROOT).as_posix() in _NOT_RUN else set())
    assert infos - allowed == set()
    assert len(re.findall(r"^ *```", _TEXT[page], re.MULTILINE)) == 2 * len(list(_fences(page)))


def _commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name, child in command.commands.items():
            if not child.hidden:
                yield from _commands(child, (*path, name))


_COMMANDS = dict(_commands(cli))


def _check_call(words: list[str]) -> None:
    """Fail unless the words name a command of ours and only options that it has."""
    path: tuple[str, ...] = ()
    while words and (*path, words[0]) in _COMMANDS:
        path = (*path, words.pop(0))
    command = _COMMANDS[path]
    assert not (isinstance(command, click.Group) and words and not words[0].startswith("-")), words
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)} | {"--help", "-h"}
    assert {word.split("=")[0] for word in words if word.startswith("-") and word != "-"} - known == set()


@pytest.mark.parametrize("page", _PAGES, ids=_NAMES)
def test_every_command_shown_exists_with_its_options(page: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (_ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for fence in _fences(page):
        calls = re.findall(r"^\$ (.+)$", fence.text, re.MULTILINE) if fence.info == "console" else []
        for words in (shlex.split(call, comments=True) for call in calls):
            if words[0] == "a008":
                _check_call(words[1:])
            elif words[0] == "make":
                assert {word for word in words[1:] if "=" not in word} <= set(targets)


@pytest.mark.parametrize("path", [" ".join(("a008", *path)) for path in _COMMANDS])
def test_every_command_is_documented_explains_itself_and_speaks_json(path: str) -> None:
    assert path in re.findall("^### (.+)$", _TEXT[_ROOT / "docs" / "reference" / "cli.md"], re.MULTILINE)
    command = _COMMANDS[tuple(path.split()[1:])]
    assert command.help
    assert isinstance(command, click.Group) or "--json" in {name for option in command.params for name in option.opts}


@pytest.mark.parametrize("key", Settings.model_fields)
def test_every_configuration_key_is_documented(key: str) -> None:
    assert key in _CODE
    assert Settings.model_fields[key].description


@pytest.mark.parametrize("page", _PAGES, ids=_NAMES)
def test_every_settings_file_shown_is_accepted(page: Path, tmp_path: Path) -> None:
    for fence in _fences(page):
        if fence.info == "toml":
            (tmp_path / "config.toml").write_text(fence.text, encoding="utf-8")
            load_settings(home=tmp_path)


@pytest.mark.parametrize("code", Code)
def test_every_error_code_is_documented(code: Code) -> None:
    assert code in _CODE


@pytest.mark.parametrize("word", [word.strip() for word in _WORDS.split(";")])
def test_every_word_of_ours_has_an_entry_in_the_glossary(word: str) -> None:
    glossary = _TEXT[_ROOT / "docs" / "glossary.md"]
    entry = rf"^(?:#+ |\| |- )?\**(?:[\w -]+[,;/] )*\**{re.escape(word)}\b"
    found = re.search(entry, glossary, re.MULTILINE | re.IGNORECASE)
    assert found, entry


def _slugs(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", _TEXT[page], re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _links(page: Path) -> list[str]:
    prose = re.sub(r"^( *)```.*?^\1```$|`[^`\n]*`", "", _TEXT[page], flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"(?:\]\(|src=\"|href=\")([^)\s\"]+)", prose)


@pytest.mark.parametrize("page", _PAGES, ids=_NAMES)
def test_every_link_leads_to_a_file_and_a_heading_that_exist(page: Path) -> None:
    for link in _links(page):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in _slugs(target), link


def test_every_page_is_reached_from_another_one() -> None:
    linked = {(page.parent / link.partition("#")[0]).resolve() for page in _PAGES for link in _links(page)}
    assert [page for page in _PAGES[1:] if page not in linked] == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    """What is written here is read elsewhere: no path of one machine, no address of a package registry."""
    forbidden = re.compile(rb"/(wo[r]k|fa[r]m)/|py[p]i\.org|npm[j]s\.|python[h]osted")  # brackets: not this line itself
    folders = ("a008", "datasette", "docs", "notebooks", "tests", ".ci")
    files = [path for folder in folders for path in (_ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    files += [*_ROOT.glob("*.*"), _ROOT / "Makefile"]
    assert [str(path) for path in files if path.is_file() and forbidden.search(path.read_bytes())] == []
