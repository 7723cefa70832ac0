"""Facts about models. Our choice throughout."""

from __future__ import annotations

from a008.providers.registry import catalogue


def test_a_profile_names_its_route_and_no_route_is_listed_twice() -> None:
    routes = [profile.route for profile in catalogue()]
    assert "embedded:librarian" in routes
    assert "openai:gpt-4o-mini" in routes
    assert len(routes) == len(set(routes))
