"""Static vectors: each token has one, and a text means the mean of its tokens'. Weights and tokenizer of `wordllama`.

The two files are read straight from the package: to import it would set up logging for the whole program and load an
HTTP client, and what is not imported cannot fetch anything. Source: wordllama, `l2_supercat` of 256 numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from a008.errors import Code, UsageError

if TYPE_CHECKING:
    from a008.retrieval.numbers import Rows

_PACKAGE = "wordllama"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_TENSOR = "embedding.weight"
#: Texts that are divided into tokens at a time.
_BATCH = 256


class StaticVectors:
    """The mean of the vectors of a text's tokens, of length 1. Cost: 33 MB of memory, 0.1 ms for a question."""

    model = "wordllama:l2_supercat:256:1"
    dimensions = 256
    near = 0.5

    def __init__(self) -> None:
        import numpy as np
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        folder = _folder()
        self._vectors = load_file(folder / _WEIGHTS)[_TENSOR].astype(np.float32)
        self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def embed(self, texts: Sequence[str]) -> Rows:
        """One row for each text; a text without a token gives zeros."""
        import numpy as np

        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), _BATCH):
            batch = list(texts[start : start + _BATCH])
            for place, tokens in enumerate(self._tokenizer.encode_batch(batch, add_special_tokens=False), start):
                known = [token for token in tokens.ids if token < len(self._vectors)]
                if known:
                    mean = self._vectors[known].mean(axis=0)
                    rows[place] = mean / max(float(np.linalg.norm(mean)), 1e-12)
        return rows


def _folder() -> Path:
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name=_PACKAGE)
    folder = Path(spec.origin).parent
    missing = [name for name in (_WEIGHTS, _TOKENIZER) if not (folder / name).is_file()]
    if missing:
        raise UsageError(
            "the package comes without a file that it should have",
            code=Code.CONFIGURATION,
            item=f"{_PACKAGE}/{missing[0]}",
            remedy="install the version that a008[dense] asks for",
        )
    return folder
