"""A sentence encoder in ONNX, MiniLM and its like, from a folder of the user's own; nothing is ever fetched.

The folder holds `model.onnx`, or `onnx/model.onnx`, and `tokenizer.json`, as such models are published.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from a008.errors import Code, UsageError

if TYPE_CHECKING:
    from a008.retrieval.numbers import Row, Rows

_MODELS = ("model.onnx", "onnx/model.onnx")
_TOKENIZER = "tokenizer.json"
#: Tokens of a text that are read; what stands behind them is not. Source: the model's own configuration.
_TOKENS = 256


class Sentences:
    """The mean of what the model makes of a text's tokens, of length 1. Cost: about 5 ms for a question.

    Shape: texts go through one at a time, since what stands beside a text in a batch would change its last digits.
    Errors: `UsageError` (`configuration`) for a folder without these files, or files that do not load.
    """

    near = 0.45

    def __init__(self, folder: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        model = next((folder / name for name in _MODELS if (folder / name).is_file()), None)
        if model is None or not (folder / _TOKENIZER).is_file():
            raise _unusable(folder, f"it must hold {_MODELS[0]} and {_TOKENIZER}")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # so that sums are made in one order
        try:
            self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
            self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        except Exception as error:  # both raise exceptions of their own, and onnxruntime many of them
            raise _unusable(folder, str(error)) from error
        self._tokenizer.enable_truncation(_TOKENS)
        self._tokenizer.no_padding()
        self._inputs = {each.name for each in self._session.get_inputs()}
        self.model = f"onnx:{_digest(model)}:{_digest(folder / _TOKENIZER)}:1"
        self.dimensions = len(self._one("a"))

    def embed(self, texts: Sequence[str]) -> Rows:
        """One row for each text."""
        import numpy as np

        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for place, text in enumerate(texts):
            rows[place] = self._one(text)
        return rows

    def _one(self, text: str) -> Row:
        import numpy as np

        tokens = self._tokenizer.encode(text)
        given = {"input_ids": tokens.ids, "attention_mask": tokens.attention_mask, "token_type_ids": tokens.type_ids}
        feed = {name: np.array([numbers], np.int64) for name, numbers in given.items() if name in self._inputs}
        made = self._session.run(None, feed)[0]
        row = made[0].mean(axis=0) if made.ndim == 3 else made[0]
        return np.asarray(row / max(float(np.linalg.norm(row)), 1e-12), np.float32)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def _unusable(folder: Path, remedy: str) -> UsageError:
    return UsageError("this folder holds no embedding model", code=Code.CONFIGURATION, item=str(folder), remedy=remedy)
