"""A conversation line by line: messages go to the model, lines that begin with a slash are commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from a008.cli.output import Output
from a008.cli.turns import carried_out
from a008.errors import A008Error, Code, UsageError
from a008.memory.envelope import Envelope
from a008.present import inspector, plain, text
from a008.providers.registry import catalogue
from a008.runtime.session import Session
from a008.workbench import Workbench

#: After these nothing sensible follows in the same store.
_ENDS = {Code.STORE_CORRUPT, Code.STORE_REPLACED}


class Talk:
    """One conversation as it is held on the command line."""

    def __init__(self, workbench: Workbench, session: Session, out: Output) -> None:
        self._workbench = workbench
        self._session = session
        self._out = out
        self._envelope: Envelope | None = None
        self._failures: list[A008Error] = []
        self._over = False

    def hold(self, lines: Iterable[str], *, typed: bool) -> None:
        """Take lines until they end or one of them says so.

        Errors: `StoreError` when the store is damaged; when nobody typed, the last failure, once all lines are taken.
        """
        self._begin(typed=typed)
        for line in lines:
            if line.strip():
                self._take(line)
            if self._over:
                break
            if typed:
                self._out.say("")
        if self._failures and not typed:
            last = self._failures[-1]
            failed = text.counted(len(self._failures), "line")
            raise A008Error(f"{failed} failed, the last one with {last.code}", code=last.code, remedy="see above")

    def _begin(self, *, typed: bool) -> None:
        settings = self._workbench.settings
        where = "in memory: nothing is written" if settings.in_memory else str(settings.store_path)
        self._out.note(f"project {self._session.project.name}, model {self._session.model}, store {where}")
        if typed:
            self._out.note("/help lists the commands, Ctrl-D ends.")

    def _take(self, line: str) -> None:
        try:
            if line.startswith("/") and not line.startswith("//"):
                self._command(line)
            else:
                self._ask(line.removeprefix("/"))
        except A008Error as error:
            if error.code in _ENDS:
                raise
            self._complain(error)

    def _ask(self, message: str) -> None:
        result = carried_out(self._session, message, (), self._out)
        self._envelope = result.envelope
        if self._out.json:
            self._out.document(result)
        if result.answer.error is not None:
            self._complain(result.answer.error, in_result=True)

    def _complain(self, error: A008Error, *, in_result: bool = False) -> None:
        if error.code is not Code.CANCELLED:
            self._failures.append(error)
        if self._out.json and not in_result:
            self._out.document({"error": error})
        self._out.say(f"a008: {text.visible(str(error))}")

    def _command(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        command = COMMANDS.get(name)
        if command is None:
            raise UsageError(
                "no such command", item=name, remedy="/help lists them; two slashes say a line that begins with one"
            )
        command.run(self, rest.strip())

    def _help(self, rest: str) -> None:
        width = max(len(f"{name} {command.takes}") for name, command in COMMANDS.items())
        self._out.say(
            "\n".join(f"{f'{name} {c.takes}'.strip().ljust(width)}  {c.says}" for name, c in COMMANDS.items())
        )

    def _history(self, rest: str) -> None:
        messages = self._session.history()
        said = (f"{m.role}: {text.visible(m.content, lines=True)}".replace("\n", "\n  ") for m in messages)
        self._out.say("\n".join(said) if messages else "Nothing has been said yet.")

    def _undo(self, rest: str) -> None:
        gone = self._session.undo()
        kept = "The last turn is out of the conversation; memory keeps what it learnt."
        self._out.say(kept if gone else "There is no turn to take back.")

    def _reset(self, rest: str) -> None:
        self._session.reset()
        self._out.say("The conversation is empty again; memory keeps what it learnt.")

    def _model(self, rest: str) -> None:
        if rest:
            self._session.set_model(rest)
        named = ", ".join(profile.route for profile in catalogue())
        self._out.say(f"model {self._session.model}" + ("" if rest else f"; there are {named}"))

    def _status(self, rest: str) -> None:
        session, settings = self._session, self._workbench.settings
        facts = {
            "project": session.project.name,
            "model": session.model,
            "extractor": session.extractor,
            "conversation": session.conversation_id,
            "messages": f"{len(session.history()):,}",
            "store": "in memory" if settings.in_memory else str(settings.store_path),
            "revision": f"{self._workbench.store.revision():,}",
        }
        self._out.say("\n".join(f"{name.ljust(12)}  {text.visible(fact)}" for name, fact in facts.items()))

    def _show_envelope(self, rest: str) -> None:
        envelope = self._envelope if rest in ("", "last") else self._session.envelope(rest)
        if envelope is None:
            raise UsageError("there has been no turn yet", remedy="/envelope MESSAGE shows what a message would get")
        self._out.say(plain.envelope(inspector.inspect(envelope)))

    def _exit(self, rest: str) -> None:
        self._over = True


class Command(NamedTuple):
    """A command of the conversation: what does it, what it takes, what it says in the list."""

    run: Callable[[Talk, str], None]
    takes: str
    says: str


COMMANDS: dict[str, Command] = {
    "/help": Command(Talk._help, "", "list the commands"),
    "/history": Command(Talk._history, "", "show the conversation"),
    "/undo": Command(Talk._undo, "", "take the last turn out of the conversation"),
    "/reset": Command(Talk._reset, "", "begin the conversation anew"),
    "/model": Command(Talk._model, "[PROVIDER:MODEL]", "show the model, or ask another one from now on"),
    "/status": Command(Talk._status, "", "show project, model, conversation and store"),
    "/envelope": Command(Talk._show_envelope, "[MESSAGE]", "show what the model saw last, or would see"),
    "/exit": Command(Talk._exit, "", "end"),
}
