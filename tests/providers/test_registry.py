"""Routes by name. Built-in names and the entry point group are from the architecture; the rest is our choice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.messages import Cancel, ModelReply
from a008.providers.registry import broken, catalogue, open_route, providers
from tests.providers.loopback import options, request

_PLUGIN = """
from a008.messages import Finish, ModelReply
from a008.providers.profile import Profile
from a008.providers.route import Route

class Parrot:
    def stream(self, request, cancel):
        text = request.messages[-1].content
        yield ModelReply(text=text, finish=Finish.STOP, model=request.model, usage=None, notes=())

GREY = Profile(provider="parrot", name="grey", context_tokens=None, streams=False, extracts=False,
               enforces_schema=False, checked=None)

class Family:
    def profiles(self):
        return (GREY,)

    def open_model(self, model, options):
        return Route(provider=Parrot(), profile=GREY, model=model)

PARROTS = Family()
"""


def _install(folder: Path, package: str, entry_points: str, module: str = "") -> None:
    """Put an installed distribution with a module and entry points into a folder of the path."""
    (folder / f"{package}.py").write_text(module, encoding="utf-8")
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[a008.providers]\n{entry_points}\n", encoding="utf-8")


def _fails(route: str) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        open_route(route, options(None))
    return caught.value


def test_the_built_in_providers_open_by_name() -> None:
    assert providers() == ("embedded", "openai", "scripted")
    assert open_route("embedded:librarian", options(None)).profile.route == "embedded:librarian"
    assert open_route(" scripted:double ", options(None)).model == "double"
    assert open_route("openai:llama3:8b", options("http://127.0.0.1:1/v1")).model == "llama3:8b"


@pytest.mark.parametrize("route", ["", "embedded", ":librarian", "embedded:", ":"])
def test_what_is_no_route_is_told_how_to_write_one(route: str) -> None:
    error = _fails(route)
    assert error.fault is ProviderFault.CONFIGURATION
    assert "provider:model" in str(error)


def test_an_unknown_provider_is_told_which_there_are() -> None:
    error = _fails("nobody:m")
    assert (error.fault, error.item) == (ProviderFault.CONFIGURATION, "'nobody'")
    assert "embedded, openai, scripted" in str(error)


def test_an_unknown_model_is_told_which_there_are() -> None:
    error = _fails("embedded:oracle")
    assert error.fault is ProviderFault.UNKNOWN_MODEL
    assert "embedded:librarian" in str(error)


def test_an_installed_package_brings_a_provider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(tmp_path, "parrot_plugin", "parrot = parrot_plugin:PARROTS", _PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    assert "parrot" in providers()
    assert "parrot:grey" in [profile.route for profile in catalogue()]
    route = open_route("parrot:grey", options(None))
    (reply,) = route.provider.stream(request("Polly?"), Cancel())
    assert isinstance(reply, ModelReply)
    assert reply.text == "Polly?"


def test_a_broken_package_is_named_and_takes_nothing_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(tmp_path, "broken_plugin", "broken = broken_plugin:MISSING", "raise RuntimeError('half installed')")
    monkeypatch.syspath_prepend(tmp_path)
    assert "embedded:librarian" in [profile.route for profile in catalogue()]
    assert [error.item for error in broken()] == ["broken = broken_plugin:MISSING"]
    assert "half installed" in _fails("broken:m").what


def test_a_package_cannot_take_a_built_in_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _install(tmp_path, "thief_plugin", "embedded = thief_plugin:PARROTS", _PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    assert open_route("embedded:librarian", options(None)).profile.provider == "embedded"
    assert len(catalogue()) == len({profile.route for profile in catalogue()})


def test_two_packages_with_one_name_are_told_apart_by_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("one_plugin", "two_plugin"):
        _install(tmp_path, package, f"parrot = {package}:PARROTS", _PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    assert "one_plugin:PARROTS, two_plugin:PARROTS" in str(_fails("parrot:grey"))


def test_a_route_in_this_process_never_loads_the_http_client() -> None:
    program = (
        "import sys\n"
        "from a008.providers.registry import open_route\n"
        "from a008.providers.route import DEFAULT_OPTIONS\n"
        "open_route('embedded:librarian', DEFAULT_OPTIONS), open_route('scripted:double', DEFAULT_OPTIONS)\n"
        "print('httpx' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
