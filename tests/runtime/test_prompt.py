"""What an answering model is sent. Source: rule 23; issue 4 (an empty envelope must say what it means)."""

import json
from pathlib import Path

from a008 import open_workbench
from a008.messages import Role
from a008.runtime.prompt import RULE, answer_request


def test_an_empty_envelope_is_sent_as_it_is_and_the_rule_says_what_it_means(tmp_path: Path) -> None:
    with open_workbench(tmp_path) as workbench:
        envelope = workbench.session().envelope("How deep is the Mariana Trench?")
    request = answer_request("m", envelope, (), (), envelope.message)
    rule, context, message = request.messages
    assert (rule.role, rule.content) == (Role.SYSTEM, RULE)
    assert "When items is empty, or none of them bears on the message, the memory knows nothing about it" in RULE
    assert (context.role, json.loads(context.content)["items"]) == (Role.USER, [])
    assert message.content == envelope.message
    assert envelope.abstains
