"""Labels and the scope of a conversation (case 41)."""

from a008.memory.label import GENERAL, MAX_SCOPE, normal, widened


def test_labels_compare_without_case_and_blanks_and_stand_once() -> None:
    assert normal(["Game  Engines", "game_engines", " ", "C"], 16) == ("game engines", "c")


def test_no_domains_leave_the_scope_as_it_is() -> None:
    assert widened(("sleep",), ()) == ("sleep",)


def test_an_empty_scope_is_started() -> None:
    assert widened((), ("sleep", "memory")) == ("sleep", "memory")


def test_a_related_domain_widens_the_scope_and_moves_to_the_end() -> None:
    assert widened(("memory", "sleep"), ("memory", "brain")) == ("sleep", "memory", "brain")


def test_the_domain_of_what_has_no_subject_is_no_part_of_a_scope() -> None:
    assert widened(("work",), (GENERAL,)) == ("work",)
    assert widened((), (GENERAL, "home")) == ("home",)


def test_domains_without_overlap_replace_the_scope() -> None:
    assert widened(("memory", "sleep"), ("cars",)) == ("cars",)


def test_the_ceiling_evicts_what_was_mentioned_least_recently() -> None:
    full = tuple(f"d{n}" for n in range(MAX_SCOPE))
    grown = widened(full, ("d0", "new"))
    assert len(grown) == MAX_SCOPE
    assert grown[-2:] == ("d0", "new")
    assert "d1" not in grown
