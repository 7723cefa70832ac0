"""The examination: this program, its settings, its store and its routes, all looked at and none of them touched."""

from __future__ import annotations

import importlib.util
import platform
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from a008.config import FILE, KEY_VARIABLES, Settings, api_key
from a008.errors import A008Error, Code, StoreError, UsageError
from a008.providers import registry
from a008.retrieval.languages import files, tables
from a008.retrieval.tokens import tokenizer
from a008.retrieval.vocabulary import LANGUAGES
from a008.runtime.verify import damaged
from a008.store import build, overview, projects, schema, wal
from a008.store.checks import MAX_FINDINGS, Check, Checked, checked
from a008.store.connection import open_reader, translated
from a008.store.overview import Health
from a008.store.projects import Project

#: Bytes of the WAL from which something seems to keep it from being written back.
_LONG_WAL = 64 * 1024 * 1024
#: What is said of a check that found nothing.
_SOUND = {
    Check.PAGES: "sound",
    Check.REFERENCES: "all of them lead somewhere",
    Check.FULL_TEXT: "agrees with the texts",
    Check.CHAIN: "an unbroken chain",
    Check.ROWS: "as their revisions wrote them",
    Check.STATE: "one head each, all with evidence, projects apart",
    Check.SALIENCE: "every strength and pull follows from the one before",
    Check.BLOBS: "all there and unchanged",
}


class Topic(StrEnum):
    """What a finding is about."""

    PROGRAM = "program"
    SETTINGS = "settings"
    STORE = "store"
    MODELS = "models"


class Level(StrEnum):
    """How a finding is to be taken."""

    OK = "ok"
    NOTE = "note"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at, and what was seen, in a sentence or a figure."""

    topic: Topic
    subject: str
    level: Level
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that was looked at; `failure` stands for the faults as one error, `None` when there are none."""

    findings: tuple[Finding, ...]
    failure: A008Error | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Looked:
    """What the store's file says about itself."""

    version: int
    health: Health | None
    projects: tuple[Project, ...]
    checks: tuple[Checked, ...]


def examine(settings: Settings) -> Report:
    """Look at everything and change nothing; a store that does not exist yet is not made."""
    path = settings.store_path
    findings = [*_program(), *_settings(settings)]
    failure: A008Error | None = None
    try:
        findings.extend(_words(settings))
    except UsageError as error:
        failure = error
        findings.append(_finding(Topic.SETTINGS, "languages", Level.FAULT, str(error)))
    if settings.in_memory:
        findings.append(_finding(Topic.STORE, "file", Level.OK, "in memory: there is no file to look at"))
    else:
        try:
            findings.extend(_store(path))
        except StoreError as error:
            failure = failure or error
            findings.append(_finding(Topic.STORE, "file", Level.FAULT, str(error)))
    findings.extend(_models())
    faults = sum(finding.level is Level.FAULT and finding.topic is not Topic.SETTINGS for finding in findings)
    if faults and failure is None:
        failure = damaged(faults, str(path))
    return Report(findings=tuple(findings), failure=failure)


def _finding(topic: Topic, subject: str, level: Level, says: str) -> Finding:
    return Finding(topic=topic, subject=subject, level=level, says=says)


def _program() -> Iterator[Finding]:
    yield _finding(Topic.PROGRAM, "A008", Level.OK, metadata.version("a008"))
    where = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield _finding(Topic.PROGRAM, "Python", Level.OK, where)
    sqlite = build.build()
    if sqlite.has_wal_race:
        says = (
            f"{sqlite.version}: has the WAL-reset race (corrected in 3.51.3); every write of A008 holds one lock, "
            "which keeps it from happening; let no other program write to the store"
        )
        yield _finding(Topic.PROGRAM, "SQLite", Level.NOTE, says)
    else:
        yield _finding(Topic.PROGRAM, "SQLite", Level.OK, f"{sqlite.version}: without the WAL-reset race")
    full_text = (Level.OK, "FTS5 is built in") if sqlite.has_full_text else (Level.FAULT, "FTS5 is missing")
    yield _finding(Topic.PROGRAM, "full text", *full_text)
    if importlib.util.find_spec("pysqlite3") is not None:
        says = "pysqlite3 is installed: two SQLite libraries in one process lose commits; uninstall it"
        yield _finding(Topic.PROGRAM, "second SQLite", Level.NOTE, says)


def _settings(settings: Settings) -> Iterator[Finding]:
    file = settings.home / FILE
    says = str(settings.home) if file.exists() else f"{settings.home} (no {FILE}: the defaults hold)"
    yield _finding(Topic.SETTINGS, "home", Level.OK, says)
    yield _finding(Topic.SETTINGS, "project", Level.OK, settings.project)
    yield _finding(Topic.SETTINGS, "model", Level.OK, settings.model)
    key = "none in the environment" if api_key() is None else f"{' or '.join(KEY_VARIABLES)} is set"
    yield _finding(Topic.SETTINGS, "key", Level.OK, key)


def _words(settings: Settings) -> Iterator[Finding]:
    """The languages, and the tokenizer that counts the budget.

    Errors: `UsageError` for a table that cannot be read, or a tokenizer that is not there.
    """
    folder = settings.languages_path
    tables(folder)
    own = ", ".join(path.name for path in files(folder))
    shipped = ", ".join(LANGUAGES)
    says = f"{shipped}, and of your own {own} in {folder}" if own else f"{shipped} (none of your own in {folder})"
    yield _finding(Topic.SETTINGS, "languages", Level.OK, says)
    if settings.tokens_by is not None:
        tokenizer(settings.tokens_by)
    yield _finding(Topic.SETTINGS, "budget", Level.OK, f"{settings.budget:,}, counted in {_counted(settings)}")


def _counted(settings: Settings) -> str:
    return "bytes" if settings.tokens_by is None else f"tokens of {settings.tokens_by}"


def _store(path: Path) -> Iterator[Finding]:
    if not path.exists():
        yield _finding(Topic.STORE, "file", Level.OK, f"{path} does not exist yet; the first turn makes it")
        return
    if not path.is_file():
        raise StoreError("the store is not a regular file", code=Code.STORAGE_IO, item=str(path))
    looked = _look(path)
    yield _finding(Topic.STORE, "file", Level.OK, f"{path}, {path.stat().st_size:,} bytes")
    yield _wal(wal.of(path))
    yield _version(looked.version)
    if looked.health is not None:
        number = len(looked.projects)
        says = f"{looked.health.revision:,}, in {number:,} {'project' if number == 1 else 'projects'}"
        yield _finding(Topic.STORE, "revision", Level.OK, says)
    for done in looked.checks:
        if not done.findings:
            yield _finding(Topic.STORE, done.check, Level.OK, _SOUND[done.check])
        for says in done.findings:
            yield _finding(Topic.STORE, done.check, Level.FAULT, says)
        if len(done.findings) == MAX_FINDINGS:
            yield _finding(Topic.STORE, done.check, Level.FAULT, "and perhaps more")


def _look(path: Path) -> _Looked:
    with translated(path):
        wal.check(path)
        return _looked(path)


def _looked(path: Path) -> _Looked:
    with closing(open_reader(path)) as conn:
        version = schema.version_of(conn, path)
        if version < schema.NEWEST:
            return _Looked(version=version, health=None, projects=(), checks=())
        conn.execute("BEGIN")
        health, listed = overview.health(conn), projects.listed(conn)
        conn.execute("ROLLBACK")
    return _Looked(version=version, health=health, projects=listed, checks=checked(path))


def _wal(path: Path) -> Finding:
    size = path.stat().st_size if path.exists() else 0
    if size > _LONG_WAL:
        says = f"{size:,} bytes wait to be written back; a program that keeps reading may hold this up"
        return _finding(Topic.STORE, "WAL", Level.NOTE, says)
    return _finding(Topic.STORE, "WAL", Level.OK, f"{size:,} bytes")


def _version(version: int) -> Finding:
    if version == schema.NEWEST:
        return _finding(Topic.STORE, "schema", Level.OK, f"version {version}")
    if version == 0:
        return _finding(Topic.STORE, "schema", Level.OK, "an empty file; the first turn makes a store of it")
    says = f"version {version} of {schema.NEWEST}; the next turn brings it up to date"
    return _finding(Topic.STORE, "schema", Level.NOTE, says)


def _models() -> Iterator[Finding]:
    broken = registry.broken()
    for error in broken:
        yield _finding(Topic.MODELS, "provider", Level.NOTE, str(error))
    if not broken:
        yield _finding(Topic.MODELS, "providers", Level.OK, ", ".join(registry.providers()))
