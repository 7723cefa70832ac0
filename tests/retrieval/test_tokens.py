"""Budgets in tokens. Source: issue 4; that an item costs the same wherever it stands is what `tokens.py` rests on."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008 import canon, open_workbench
from a008.errors import Code, ProjectionError, UsageError
from a008.memory.envelope import Candidate, Fate, Item, ItemType, item_json, payload
from a008.memory.origin import Origin
from a008.retrieval import tokens
from a008.retrieval.measure import BYTES, Measure, measure
from a008.retrieval.tokens import NAMES, tokenizer
from tests.retrieval.asking import ask
from tests.retrieval.test_budget import thing
from tests.turns import Memory, document, fact

_TEXTS = st.lists(st.text(st.characters(codec="utf-8"), max_size=60), max_size=6)


def candidate(number: int, text: str) -> Candidate:
    made = thing(f"c{number}", text, kind=list(ItemType)[number % len(ItemType)])
    return made.candidate


def counted(by: Measure, candidates: list[Candidate]) -> int:
    return by.frame + sum(map(by.cost, candidates)) if candidates else by.empty


@pytest.mark.parametrize("name", NAMES)
@given(texts=_TEXTS, labels=_TEXTS)
def test_an_item_costs_the_same_tokens_wherever_it_stands(name: str, texts: list[str], labels: list[str]) -> None:
    candidates = [candidate(number, text) for number, text in enumerate(texts)]
    candidates += [_labelled(number, tuple(labels)) for number in range(bool(labels))]
    sent = payload(tuple(each.item for each in candidates))
    assert counted(measure(name), candidates) == tokenizer(name).count(sent)
    assert counted(BYTES, candidates) == len(sent.encode())


def _labelled(number: int, labels: tuple[str, ...]) -> Candidate:
    item = Item(id=f"l{number}", proposition="", type=ItemType.CLAIM, tags=labels, scope=labels, authority=Origin.FILE)
    return replace(thing("x", "x").candidate, item=item, bytes=len(canon.encode(item_json(item))) + 1)


def remembered() -> Memory:
    memory = Memory()
    for number in range(12):
        memory.learn(
            document(new_knowledge=[fact(f"part{number}", "shade", f"blå {number}")]), message=f"Shade {number} 🌍!"
        )
    return memory


def test_no_budget_in_tokens_is_exceeded_and_a_larger_one_admits_all_of_a_smaller() -> None:
    memory, smaller = remembered(), set[str]()
    for budget in range(100, 1_200, 37):
        envelope = ask(memory, "Which shade do they have?", budget=budget, tokenizer="o200k_base")
        receipt = envelope.receipt
        assert receipt.tokens == tokenizer("o200k_base").count(envelope.payload)
        assert receipt.used == receipt.tokens <= budget
        assert (receipt.unit, receipt.tokenizer) == ("tokens", "o200k_base")
        assert receipt.bytes == len(envelope.payload.encode())
        admitted = {item.id for item in envelope.items}
        assert smaller <= admitted
        smaller = admitted
    assert smaller


def test_the_cut_is_at_the_largest_prefix_that_fits() -> None:
    memory = remembered()
    whole = ask(memory, "Which shade do they have?", budget=100_000, tokenizer="cl100k_base")
    order = sorted((each for each in whole.candidates if each.fate is Fate.IN), key=lambda each: each.rank or 0)
    by = measure("cl100k_base")
    for number in range(1, len(order)):
        exact = counted(by, order[:number])
        for budget, sent in ((exact, number), (exact - 1, number - 1)):
            envelope = ask(memory, "Which shade do they have?", budget=budget, tokenizer="cl100k_base")
            assert {item.id for item in envelope.items} == {each.item.id for each in order[:sent]}
    assert "by " in next(each.detail for each in envelope.candidates if each.fate is Fate.OVER_BUDGET)
    assert next(each.detail for each in envelope.candidates if each.fate is Fate.OVER_BUDGET).endswith("tokens")


def test_what_is_required_and_does_not_fit_is_told_in_tokens() -> None:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon " * 100)]))
    with pytest.raises(ProjectionError, match="tokens needed") as caught:
        ask(memory, "Where is my home?", budget=100, tokenizer="o200k_base")
    assert caught.value.unit == "tokens"
    with pytest.raises(ProjectionError, match="tokens needed"):
        ask(memory, "Hello!", budget=3, tokenizer="o200k_base")


def test_a_tokenizer_that_is_none_is_a_fault_of_configuration(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cl100k_base, o200k_base") as caught:
        open_workbench(tmp_path, tokenizer="words")
    assert caught.value.code is Code.CONFIGURATION


def test_a_tokenizer_that_is_not_installed_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    tokens.tokenizer.cache_clear()
    with pytest.raises(UsageError, match=r"pip install 'a008\[tokens\]'") as caught:
        tokenizer("o200k_base")
    assert caught.value.code is Code.CONFIGURATION


def test_text_that_looks_like_a_special_token_is_text() -> None:
    assert tokenizer("o200k_base").count("<|endoftext|>") > 1


def test_the_setting_reaches_every_envelope(tmp_path: Path) -> None:
    with open_workbench(tmp_path, tokenizer="o200k_base", budget=500) as workbench:
        session = workbench.session()
        sent = session.ask("We use SQLite for storage.").envelope.receipt
        assert (sent.tokenizer, sent.unit, sent.budget) == ("o200k_base", "tokens", 500)
        assert session.envelope("What do we use for storage?").receipt.tokens is not None
        assert workbench.envelopes().of("What do we use?").receipt.tokenizer == "o200k_base"
        assert workbench.envelopes().sent().receipt.tokenizer == "o200k_base"
        assert workbench.envelopes().verify().is_sound
    with open_workbench(tmp_path) as workbench:
        assert workbench.envelopes().sent().receipt.tokenizer == "o200k_base"
        assert workbench.session().envelope("What do we use?").receipt.unit == "bytes"
