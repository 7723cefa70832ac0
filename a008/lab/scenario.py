"""Scenarios: conversations played turn by turn on a real store, with a scripted model and a clock of their own.

Nothing is inserted by hand: whatever the store knows in the end, it learnt through turns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any

from a008.clock import Instant, ManualClock
from a008.ids import CountedIds
from a008.messages import Purpose
from a008.providers.script_file import step_of
from a008.providers.scripted import ScriptedProvider, scripted_route
from a008.runtime.outcome import TurnResult
from a008.runtime.session import Session
from a008.workbench import Workbench


class Part(StrEnum):
    """Which part of a scenario a turn belongs to."""

    PAST = "past"
    QUESTION = "question"
    AFTERWARDS = "afterwards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One turn of a scenario: when, in which conversation, what is said and what the extractor will report."""

    part: Part
    at: Instant
    conversation: str
    message: str
    answer: str
    extract: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A scene with what came of it."""

    scene: Scene
    result: TurnResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A titled list of scenes in the order of their time."""

    title: str
    scenes: tuple[Scene, ...]

    @property
    def question(self) -> Scene:
        """The scene that the others lead up to."""
        return next(scene for scene in self.scenes if scene.part is Part.QUESTION)


#: Project that scenarios are played in.
PROJECT = "library"


def library() -> Scenario:
    """The seed's scenario: a dusty C file, its history, and a question about it years later."""
    data = json.loads(files("a008.lab").joinpath("data/library.json").read_text(encoding="utf-8"))
    return Scenario(
        title=data["title"],
        scenes=(
            *(_scene(Part.PAST, turn) for turn in data["turns"]),
            _scene(Part.QUESTION, data["question"]),
            _scene(Part.AFTERWARDS, data["afterwards"]),
        ),
    )


def clock_for(scenario: Scenario) -> ManualClock:
    """A clock that stands at the first scene; `play` moves it."""
    return ManualClock(scenario.scenes[0].at)


def ids_for(scenario: Scenario) -> CountedIds:
    """Ids that are the same each time the scenario is played."""
    return CountedIds(scenario.title)


def play(scenario: Scenario, workbench: Workbench, clock: ManualClock) -> Iterator[Played]:
    """Play every scene through a real session and yield what came of it, scene by scene.

    Shape: `workbench` was opened with `clock`, and with `ids_for(scenario)` if the same ids are wanted each time.
    """
    provider = ScriptedProvider()
    route = scripted_route(provider, extracts=True)
    sessions: dict[str, Session] = {}
    for scene in scenario.scenes:
        clock.now = scene.at
        if scene.conversation not in sessions:
            sessions[scene.conversation] = workbench.session(PROJECT, route=route)
        provider.add(step_of(scene.answer), Purpose.ANSWER)
        provider.add(step_of({"document": scene.extract}), Purpose.EXTRACT)
        yield Played(scene=scene, result=sessions[scene.conversation].ask(scene.message))


def _scene(part: Part, turn: Any) -> Scene:
    return Scene(
        part=part,
        at=Instant.parse(turn["at"]),
        conversation=turn["conversation"],
        message=turn["message"],
        answer=turn["answer"],
        extract=turn["extract"],
    )
