"""The façade for people who write Python: open a workbench, hold sessions, look into memory.

with open_workbench() as workbench:
    session = workbench.session("project")
    print(session.ask("We use PostgreSQL for storage.").answer.text)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from a008 import ids
from a008.clock import Clock, system_clock
from a008.config import OFF, Settings, api_key, load_settings
from a008.errors import Code, UsageError
from a008.memory.resolution import Resolution
from a008.providers.http import DEFAULT_DEADLINES, Deadlines
from a008.providers.profile import Profile
from a008.providers.registry import catalogue
from a008.providers.route import Route, RouteOptions
from a008.providers.secret import Secret
from a008.retrieval.embedder import embedder
from a008.retrieval.languages import tables as read_tables
from a008.retrieval.measure import measure
from a008.runtime import embedding
from a008.runtime.conflicts import resolve
from a008.runtime.envelopes import Usual
from a008.runtime.evidence import USER
from a008.runtime.session import open_session
from a008.runtime.verify import Verification, verify
from a008.sources.report import ImportReport
from a008.sources.v0 import Progress, Target, import_v0
from a008.store import conversations, projects
from a008.store.conversations import Conversation
from a008.store.projects import Project
from a008.store.store import Store

if TYPE_CHECKING:
    from a008.present.care import ShownCare
    from a008.present.display import ShownReceipt
    from a008.present.entities import ShownEntities
    from a008.present.envelopes import ShownEnvelopes
    from a008.present.knowledge import ShownKnowledge
    from a008.present.session import ShownSession


class Workbench:
    """An open store with its settings; gives out sessions and views of what is known."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        options: RouteOptions,
        tables: tuple[str, ...],
        clock: Clock,
        mint: ids.IdSource,
    ) -> None:
        self.settings = settings
        self.store = store
        self._options = options
        self._tables = tables
        self._clock = clock
        self._mint = mint

    def session(
        self, project: str | None = None, *, conversation: str | None = None, route: Route | None = None
    ) -> ShownSession:
        """A session on a project, which is made if it is new.

        Shape: `conversation` is an id, `"last"`, or `None` for a new conversation; `route` replaces the settings'
        model.

        Errors: `NotFound` for a conversation that is not in the project; `ProviderError` for a model that cannot be.
        """
        from a008.present.session import ShownSession

        return open_session(
            ShownSession,
            self.store,
            self.settings,
            self._options,
            project=project or self.settings.project,
            conversation=conversation,
            route=route,
            tables=self._tables,
            clock=self._clock,
            mint=self._mint,
        )

    def knowledge(self, project: str | None = None) -> ShownKnowledge:
        """What a project knows, to be looked at.

        Errors: `NotFound` for a project that is not in the store.
        """
        from a008.present.knowledge import ShownKnowledge

        return ShownKnowledge(self.store, self._project(project), self._clock)

    def resolve(
        self,
        claim_id: str,
        resolution: Resolution | str,
        *,
        by: str = USER,
        reason: str = "",
        new_attribute: str | None = None,
        project: str | None = None,
    ) -> ShownReceipt:
        """End an open conflict in the name of a person, as one revision.

        Shape: `claim_id` is the contesting claim, as `knowledge().conflicts()` lists it; `resolution` is `keep_head`,
        `take_other`, `keep_both` or `split`; a split puts the value at `new_attribute` of the same entity.

        Errors: `NotFound` when the claim contests nothing; `UsageError` for a resolution that this conflict cannot
        have; `StaleState` when the address moved meanwhile.
        """
        from a008.present.display import receipt

        try:
            wanted = Resolution(resolution)
        except ValueError:
            raise UsageError("no such resolution", item=repr(resolution), remedy=", ".join(Resolution)) from None
        return receipt(
            resolve(
                self.store,
                self._project(project),
                claim_id,
                wanted,
                by=by,
                reason=reason,
                clock=self._clock,
                new_attribute=new_attribute,
            )
        )

    def care(self, project: str | None = None) -> ShownCare:
        """Your say in what comes back: pin, unpin, reinforce, weaken, reactivate, repel.

        Errors: `NotFound` for a project that is not in the store.
        """
        from a008.present.care import ShownCare

        return ShownCare(self.store, self._project(project), self._clock, self.settings.budget, self.settings.tokens_by)

    def import_v0(
        self,
        path: Path | str,
        *,
        project: str | None = None,
        dry_run: bool = False,
        progress: Progress = lambda done, of: None,
    ) -> ImportReport:
        """Bring the knowledge items of a v0 store into a project, which is made if it is new.

        Shape: a file of JSON Lines, an array of rows, or an object with such an array as `items`. A row that is refused
        stands in the report; `progress` is told how many rows are done, of how many.

        Errors: `NotFound` and `UsageError` for a file that cannot be read; `Rejected` for one that is no such document,
        of which nothing is imported.
        """
        target = Target(
            store=self.store,
            project=project or self.settings.project,
            at=self._clock(),
            mint=self._mint,
            dry_run=dry_run,
        )
        return import_v0(target, Path(path), progress)

    def entities(self, project: str | None = None) -> ShownEntities:
        """Who a name means: list, name, merge, split, undo. A change is shown first; `commit` makes it.

        Errors: `NotFound` for a project that is not in the store.
        """
        from a008.present.entities import ShownEntities

        return ShownEntities(self.store, self._project(project), self._clock)

    def envelopes(self, project: str | None = None) -> ShownEnvelopes:
        """What the turns of a project were sent, what a message would get, and why.

        Errors: `NotFound` for a project that is not in the store.
        """
        from a008.present.envelopes import ShownEnvelopes

        usual = Usual(
            budget=self.settings.budget,
            tokenizer=self.settings.tokens_by,
            dense=self.settings.embedder,
            recent_messages=self.settings.recent_messages,
            tables=self._tables,
        )
        return ShownEnvelopes(self.store, self._project(project), self._clock, usual)

    def embed(
        self,
        project: str | None = None,
        *,
        dense: str | None = None,
        progress: embedding.Progress = lambda done, of: None,
    ) -> embedding.Embedded:
        """Give each text of a project a vector, so that it is found by its meaning; again, it does what is left.

        Shape: `dense` names an embedding model and replaces the settings'; `progress` is told how many texts were
        looked at since the last time, of how many.

        Errors: `NotFound` for a project that is not in the store; `UsageError` (`configuration`) without a model.
        """
        name = self.settings.embedder if dense is None else dense
        if name is None or name == OFF:
            raise UsageError(
                "no embedding model is set",
                code=Code.CONFIGURATION,
                item="dense",
                remedy='set dense = "static", or name a model',
            )
        return embedding.embed(self.store, self._project(project).id, embedder(name), progress)

    def drop_vectors(self, project: str | None = None) -> int:
        """Take out all vectors of a project and say how many there were; `embed` makes them again.

        Errors: `NotFound` for a project that is not in the store.
        """
        return embedding.drop(self.store, self._project(project).id)

    def projects(self) -> tuple[Project, ...]:
        """Every project of the store, oldest first."""
        return self.store.read(projects.listed)

    def conversations(self, project: str | None = None, *, limit: int = 100) -> Sequence[Conversation]:
        """The conversations of a project, last used first.

        Errors: `NotFound` for a project that is not in the store.
        """
        found = self._project(project)
        return self.store.read(lambda conn: conversations.listed(conn, found.id, limit))

    def models(self) -> tuple[Profile, ...]:
        """The models that can be named; an OpenAI-compatible route takes any name besides."""
        return catalogue()

    def verify(self) -> Verification:
        """Everything that can be checked about the store: its file, the chain of revisions, each row, each invariant.

        Shape: nothing is changed; the checks run on a private copy. `is_sound` says whether anything was found.
        """
        from a008.present.display import verification

        return verification(verify(self.store))

    def close(self) -> None:
        """Close the store. Closing twice does nothing."""
        self.store.close()

    def _project(self, project: str | None) -> Project:
        name = project or self.settings.project
        return self.store.read(lambda conn: projects.get(conn, name))

    def __enter__(self) -> Workbench:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def open_workbench(
    home: Path | str | None = None,
    *,
    store: Path | str | None = None,
    project: str | None = None,
    model: str | None = None,
    budget: int | None = None,
    tokenizer: str | None = None,
    dense: str | None = None,
    languages: Path | str | None = None,
    recent_messages: int | None = None,
    extractor: str | None = None,
    base_url: str | None = None,
    timeout: float | None = None,
    clock: Clock = system_clock,
    mint: ids.IdSource = ids.random_ids,
) -> Workbench:
    """Open a workbench on a store, made if it is new.

    Shape: what is `None` comes from the environment, the settings file or the default, in this order.
    `store=":memory:"` keeps everything in memory and writes no file. `clock` and `mint` serve replays and tests.

    Errors: `UsageError` (`configuration`) for settings that cannot be, for a language table that cannot be read and for
    a tokenizer that is not installed; `StoreError` for a file that cannot be used.
    """
    settings = load_settings(
        home=home,
        store=store,
        project=project,
        model=model,
        budget=budget,
        tokenizer=tokenizer,
        dense=dense,
        languages=languages,
        recent_messages=recent_messages,
        extractor=extractor,
        base_url=base_url,
        timeout=timeout,
    )
    tables = read_tables(settings.languages_path)
    measure(settings.tokens_by)  # one that is missing is said now, and not in the middle of a conversation
    opened = Store.open(None if settings.in_memory else settings.store_path)
    return Workbench(settings, opened, _options(settings, clock), tables, clock, mint)


def _options(settings: Settings, clock: Clock) -> RouteOptions:
    key = api_key()
    return RouteOptions(
        base_url=settings.base_url,
        api_key=None if key is None else Secret(key),
        deadlines=Deadlines(
            first_event=min(DEFAULT_DEADLINES.first_event, settings.timeout),
            no_progress=min(DEFAULT_DEADLINES.no_progress, settings.timeout),
            total=settings.timeout,
        ),
        clock=clock,
    )
