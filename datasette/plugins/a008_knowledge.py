"""The Knowledge Manager's pages as a Datasette plugin: parameters in, one read of the store each, a template out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from datasette import NotFound, Response, hookimpl
from datasette.utils import tilde_encode
from datasette.utils.asgi import BadRequest
from markupsafe import Markup, escape

from a008.clock import Instant, system_clock
from a008.errors import Code, StoreError
from a008.present import address, bitemporal, text, words
from a008.retrieval.query import Snapshot
from a008.retrieval.search import Found, search
from a008.store import heads, projects, readonly
from a008.store.address_page import AddressPage, address_page
from a008.store.claim_page import LISTED_CONFLICTS, Activation, ClaimKey, claim_page, conflicts
from a008.store.connection import Connection, translated
from a008.store.overview import overview
from a008.store.projects import Project
from a008.store.state_page import START, Place, state_page

#: What a template is given.
Context = dict[str, object]

_FOLDER = Path(__file__).resolve().parents[1]
#: Rows of a list on one page, and most characters of a parameter.
_PAGE = 50
_LONGEST = 4_096
#: Pages of Datasette's own that show this machine (paths, threads) or that serve only someone who may change things.
_CLOSED = r"^/-/(databases|threads|permissions|messages|allow-debug|patterns|auth-token|logout)(\.json)?$"

#: Tables that the columns of a row point to, so that a row links to what is behind it.
_REFERENCES = {
    "against_claim_id": "claim",
    "artifact_id": "artifact",
    "association_id": "association",
    "claim_id": "claim",
    "conversation_id": "conversation",
    "entity_id": "entity",
    "from_claim": "claim",
    "from_id": "entity",
    "learnt_rev": "revision",
    "object_id": "entity",
    "recorded_rev": "revision",
    "rev_from": "revision",
    "rev_to": "revision",
    "slot_id": "slot",
    "to_claim": "claim",
    "to_id": "entity",
    "turn_id": "turn",
    "utterance_id": "utterance",
}


@hookimpl
def register_routes(datasette: Any) -> list[tuple[str, Callable[..., Any]]]:
    """Our pages, for a Datasette that was started with this configuration directory and for no other."""
    if datasette.config_dir is None or Path(datasette.config_dir).resolve() != _FOLDER:
        return []
    return [
        (r"^/$", _overview),
        (r"^/-/claims$", _claims),
        (r"^/-/conflicts$", _conflicts),
        (r"^/-/address/(?P<slot>slot_[a-z2-7]{16})$", _address),
        (_CLOSED, _closed),
    ]


@hookimpl
def prepare_connection(conn: Connection) -> None:
    """Take from every connection to a store what could change it."""
    if readonly.is_store(conn):
        readonly.harden(conn)


@hookimpl
def prepare_jinja2_environment(env: Any, datasette: Any) -> None:
    """How templates show our values, and what every page knows."""
    env.filters.update(
        visible=text.visible,
        line=_line,
        name=lambda value: Markup(re.sub(r"([._/])", r"\1<wbr>", str(escape(_line(value))))),
        value=lambda row: address.value(row.member, row.object_label),
        moment=address.moment,
        day=address.day,
        origin=lambda origin: words.ORIGINS[origin],
        outcome=lambda outcome: words.OUTCOMES[outcome].title,
        counted=text.counted,
        tilde=tilde_encode,
        bytes=text.byte_count,
    )
    env.globals.update(
        address_of=_link, store=datasette.get_database().name, references=_REFERENCES, project=None, projects=()
    )


async def _overview(request: Any, datasette: Any) -> Any:
    """What there is, what moved last, and what holds now, or what was searched for."""
    after = Place(address=_said(request, "address"), member=_said(request, "member"))
    searched = _said(request, "q").strip()

    def page(conn: Connection, project: Project, now: Instant) -> Context:
        return {
            "overview": overview(conn, project.id, now),
            "state": None if searched else state_page(conn, project.id, now, after=after, limit=_PAGE),
            "first": after == START,
            "searched": searched,
            "found": _found(conn, project, now, searched) if searched else (),
            "most": _PAGE,
        }

    return await _shown(request, datasette, "knowledge_overview.html", page)


def _found(conn: Connection, project: Project, now: Instant, searched: str) -> list[tuple[Found, str, bool]]:
    """What matches, best first: each text, the address its claim was bound to ('' for none), whether it holds now."""
    snapshot = Snapshot.of(conn, project.id, now)
    revision = snapshot.at_revision
    texts = search(snapshot, searched, limit=_PAGE)
    bound = {each.claim_id: each.slot_id for each in heads.bound_by(conn, [t.id for t in texts], at_revision=revision)}
    held = heads.heads_of(conn, sorted(set(bound.values())), as_of=now, at_revision=revision)
    holding = {head.claim.id for head in held}
    return [(each, bound.get(each.id, ""), each.id in holding) for each in texts]


async def _claims(request: Any, datasette: Any) -> Any:
    """Claims of a project, of one activation or one domain."""
    activation = _one_of(Activation, _said(request, "activation"))
    domain = _said(request, "domain") or None
    after = _claim_key(_said(request, "after"))

    def page(conn: Connection, project: Project, now: Instant) -> Context:
        found = claim_page(conn, project.id, now, activation=activation, domain=domain, after=after, limit=_PAGE)
        return {"claims": found, "activation": activation, "domain": domain, "first": after is None}

    return await _shown(request, datasette, "knowledge_claims.html", page)


async def _conflicts(request: Any, datasette: Any) -> Any:
    """Open conflicts of a project."""

    def page(conn: Connection, project: Project, now: Instant) -> Context:
        return {"conflicts": conflicts(conn, project.id), "most": LISTED_CONFLICTS}

    return await _shown(request, datasette, "knowledge_conflicts.html", page)


async def _address(request: Any, datasette: Any) -> Any:
    """One address: what it holds, what it held, and who said so."""
    now = system_clock()

    def read(conn: Connection) -> tuple[AddressPage | None, tuple[Project, ...]]:
        return address_page(conn, request.url_vars["slot"]), projects.listed(conn)

    page, listed = await _read(datasette, read)
    if page is None:
        raise NotFound("no such address in this store")
    context = {
        "projects": listed,
        "project": next(project for project in listed if project.id == page.slot.project_id),
        "page": page,
        "lines": address.lines(page, now),
        "claims": {claim.id: claim for claim in page.claims},
        "quotes": {claim.id: address.quotes(claim.id, page.support) for claim in page.claims},
        "chart": bitemporal.chart(page.bindings, now),
    }
    return await _rendered(request, datasette, "knowledge_address.html", context)


async def _closed() -> Any:
    raise NotFound("this page is closed in the Knowledge Manager")


async def _shown(
    request: Any, datasette: Any, template: str, page: Callable[[Connection, Project, Instant], Context]
) -> Any:
    """A page about a project: the one that was asked for, or else the first; a friendly one when there is none."""
    wanted, now = _said(request, "project"), system_clock()

    def read(conn: Connection) -> Context:
        listed = projects.listed(conn)
        project = projects.find(conn, wanted) if wanted else next(iter(listed), None)
        shell: Context = {"projects": listed, "project": project, "wanted": wanted}
        return shell if project is None else {**shell, **page(conn, project, now)}

    context = await _read(datasette, read)
    return await _rendered(request, datasette, template if context["project"] else "knowledge_empty.html", context)


async def _read(datasette: Any, fn: Callable[[Connection], Any]) -> Any:
    """Run a function on one snapshot of the store, in one of Datasette's reading threads."""
    database = datasette.get_database()
    seconds = datasette.setting("sql_time_limit_ms") / 1000

    def reading(conn: Connection) -> Any:
        with translated(Path(database.path)):
            return readonly.snapshot(conn, fn, seconds=seconds)

    return await database.execute_fn(reading)


async def _rendered(request: Any, datasette: Any, template: str, context: Context) -> Any:
    return Response.html(await datasette.render_template(template, context, request=request))


@hookimpl(tryfirst=True)
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Any:
    """A store that cannot be read now, in plain words and without the path of its file."""
    if not isinstance(exception, StoreError):
        return None

    async def inner() -> Any:
        status = 503 if exception.code is Code.BUSY else 500
        context = {"status": status, "error": exception.what, "remedy": exception.remedy}
        return Response.html(await datasette.render_template("error.html", context, request=request), status=status)

    return inner


def _line(value: str) -> str:
    """Text of others on one line, cut to what a page can show."""
    return text.visible(text.shorten(value, address.MAX_VALUE))


def _link(path: str, **parameters: object) -> str:
    """An address of ours with its parameters; those that are empty are left out."""
    said = {name: value for name, value in parameters.items() if value}
    return f"{path}?{urlencode(said)}" if said else path


def _said(request: Any, name: str) -> str:
    """A parameter; '' when it was not given."""
    value = str(request.args.get(name) or "")
    if len(value) > _LONGEST:
        raise BadRequest(f"{name} is longer than {_LONGEST} characters")
    return value


def _one_of(words_of: type[Activation], said: str) -> Activation:
    if said not in set(words_of):
        raise BadRequest(f"activation is one of {', '.join(filter(None, words_of))}")
    return words_of(said)


def _claim_key(said: str) -> ClaimKey | None:
    revision, _, claim = said.partition("-")
    if not said:
        return None
    if not revision.isascii() or not revision.isdigit() or len(revision) > 15 or not claim:
        raise BadRequest("after is no place in this list")
    return ClaimKey(revision=int(revision), id=claim)
