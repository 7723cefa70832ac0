"""A store that is filled with made talk: through real plans, so that all of it can be found and verified."""

from a008.clock import Instant
from a008.lab.made_store import BATCH, PROJECT, MadeStore
from a008.lab.made_talk import MadeTalk
from a008.store import projects, revisions
from a008.store.store import Store

_NOW = Instant.parse("2030-01-01")


def test_half_of_the_texts_are_claims_and_some_of_them_change_what_held() -> None:
    with Store.open(None) as store:
        made = MadeStore(store, MadeTalk("test"), _NOW, in_projects=False)
        assert list(made.fill(BATCH + 1)) == [BATCH, BATCH]
        counts = store.read(
            lambda conn: [
                conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("utterance", "claim")
            ]
        )
        assert counts == [BATCH, BATCH]
        assert store.read(lambda conn: conn.execute("SELECT count(*) FROM contest").fetchone()) == (0,)
        assert (
            store.read(lambda conn: conn.execute("SELECT count(*) FROM binding WHERE valid_to > ''").fetchone()[0]) > 9
        )
        assert store.read(revisions.broken) == ()


def test_projects_get_so_much_each() -> None:
    with Store.open(None) as store:
        made = MadeStore(store, MadeTalk("test"), _NOW, in_projects=True)
        assert sum(made.fill(PROJECT + 1)) == PROJECT + BATCH
        assert [project.name for project in store.read(projects.listed)] == ["part 0", "part 1"]
        assert made.project(made.sessions - 1).name == "part 1"
