"""The request that asks a model to extract: exactly the envelope as sent, the message and the final answer."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from a008 import canon
from a008.intake.proposal import schema
from a008.messages import SEMANTIC_SETTINGS, Message, ModelRequest, Purpose, Role


@cache
def instructions() -> str:
    """The extractor's instructions, package data."""
    return files("a008.intake").joinpath("prompts/extract.md").read_text(encoding="utf-8")


def extract_request(model: str, context: str, message: str, answer: str) -> ModelRequest:
    """One call, no retry; the reply must be the document that `proposal.parse` reads."""
    turn = canon.text({"operation": "extract", "context": canon.read(context), "message": message, "answer": answer})
    return ModelRequest(
        model=model,
        purpose=Purpose.EXTRACT,
        messages=(
            Message(role=Role.SYSTEM, content=instructions()),
            Message(role=Role.USER, content=turn),
        ),
        context=context,
        settings=SEMANTIC_SETTINGS,
        json_schema=schema(),
    )
