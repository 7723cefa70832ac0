"""Embedding models: what comes with the extra, what a folder holds, and that nothing is fetched or loaded unasked."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from a008.errors import Code, UsageError
from a008.retrieval import embedder
from a008.retrieval.embedder import STATIC
from a008.retrieval.embedders import static
from a008.retrieval.numbers import cosines, packed, to_bytes
from tests.retrieval.meanings import Tiny

_LOADED = (
    "import sys, a008, a008.retrieval.retrieve; print(sorted({'numpy', 'tokenizers', 'wordllama'} & set(sys.modules)))"
)
_USED = """
import socket, sys
def refused(*arguments, **named): raise AssertionError("a socket")
socket.socket = refused
from a008.retrieval.embedder import embedder
rows = embedder("static").embed(["A dog barks.", ""])
print(rows.shape, rows[1].any(), sorted({"wordllama", "requests", "huggingface_hub"} & set(sys.modules)))
"""


def _output(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.strip()


def test_nothing_of_it_is_loaded_unless_the_lane_is_on() -> None:
    assert _output(_LOADED) == "[]"


def test_static_vectors_open_no_socket_and_import_nothing_that_could() -> None:
    pytest.importorskip("tokenizers")
    assert _output(_USED) == "(2, 256) False []"


def test_static_vectors_know_what_means_about_the_same() -> None:
    pytest.importorskip("tokenizers")
    model = embedder.embedder(STATIC)
    asked, *others = to_bytes(model.embed(["my puppy is ill", "the dog is sick", "invoices are due in March"]))
    near, far = cosines(asked, packed(others, model.dimensions)).tolist()
    assert near >= model.near > 0.2 > far


def test_a_text_has_the_same_numbers_alone_and_among_others() -> None:
    pytest.importorskip("tokenizers")
    model = embedder.embedder(STATIC)
    texts = ["one", "a much longer text about ships and the sea", "three"]
    assert (model.embed(texts)[0] == model.embed(texts[:1])[0]).all()


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "_PACKAGE", "a_package_that_nobody_has")
    embedder.embedder.cache_clear()
    with pytest.raises(UsageError) as refused:
        embedder.embedder(STATIC)
    embedder.embedder.cache_clear()
    assert refused.value.code is Code.CONFIGURATION
    assert refused.value.item == "a_package_that_nobody_has"
    assert "a008[dense]" in str(refused.value)


def test_a_folder_that_holds_no_model_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    with pytest.raises(UsageError, match=r"no embedding model.*must hold model\.onnx"):
        embedder.embedder(f"{tmp_path}/")
    (tmp_path / "model.onnx").write_bytes(b"none")
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(UsageError, match="no embedding model"):
        embedder.embedder(f"{tmp_path}/")


def test_an_unknown_name_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UsageError, match=r"there are: off, static, or a folder"):
        embedder.embedder("nothing")


def test_an_installed_package_can_bring_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("theirs", "tests.retrieval.meanings:Tiny", embedder.GROUP)
    broken = EntryPoint("broken", "tests.retrieval.meanings:NAME", embedder.GROUP)
    monkeypatch.setattr(embedder, "entry_points", lambda group: [point, broken] if group == embedder.GROUP else [])
    assert isinstance(embedder.embedder("theirs"), Tiny)
    with pytest.raises(UsageError, match="does not load"):
        embedder.embedder("broken")
    embedder.embedder.cache_clear()
