"""The envelope inspector as a notebook widget."""

from __future__ import annotations

from pathlib import Path

import traitlets
from anywidget import AnyWidget

from a008.memory.envelope import Envelope
from a008.present import html, inspector, plain

_STATIC = Path(__file__).parent / "static"


class EnvelopeInspector(AnyWidget):
    """What a model was shown and why, what was left out and why, and where the bytes went.

    Shape: `view` is the JSON of `present.inspector.Inspector`; `selected` is the id of the entry that was unfolded
    last, or empty: set it to unfold another; `query` is what entries are filtered by; `tab` is `sent` or `left_out`.
    """

    _esm = _STATIC / "inspector.js"
    _css = _STATIC / "inspector.css"

    view = traitlets.Dict().tag(sync=True)
    selected = traitlets.Unicode().tag(sync=True)
    query = traitlets.Unicode().tag(sync=True)
    tab = traitlets.Enum(("sent", "left_out"), "sent").tag(sync=True)

    def __init__(self, envelope: Envelope) -> None:
        self._shown = inspector.inspect(envelope)
        super().__init__(view=inspector.as_json(self._shown))

    def show(self, envelope: Envelope) -> None:
        """Show another envelope in the same place; filter and tab stay."""
        self._shown = inspector.inspect(envelope)
        self.selected = ""
        self.view = inspector.as_json(self._shown)

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, object], dict[str, object]] | None:
        # GitHub, nbviewer, nbconvert and a notebook opened without its kernel draw no widget: they draw these two.
        drawn = super()._repr_mimebundle_()
        if drawn is None:
            return None
        data, metadata = drawn
        return {**data, "text/plain": plain.envelope(self._shown), "text/html": html.envelope(self._shown)}, metadata
