"""Auto-actions give the same result for a plain dict and for the lazy view of a server."""

import json

import pytest

from armarium.core.registry import game_names
from armarium.server.extension import BadAutoAction, server_extension
from armarium.server.tables.state import LazyView

from .walks import begin, list_cases, walk

BOOKS = [name for name in game_names() if server_extension(name).auto_actions is not None]
TEXTS = ("frog", "pass", "up-to 3", "up-to 3 on 1", "pass tomes", "pass until monks")
EVERY = 7  # ask at every n-th position


def ask(question, view, *texts):
    try:
        return question(view, texts)
    except BadAutoAction as refused:
        return refused.code, refused.facts


@pytest.mark.parametrize("name", BOOKS)
def test_a_lazy_view_is_accepted_like_a_dict(name):
    definition, answers = server_extension(name).auto_actions, set()
    for case in list(list_cases(name))[::5]:
        game = begin(case)
        for step, _ in walk(game, "modest"):
            if step % EVERY:
                continue
            for seat in range(game.seats):
                text = game.view_text(seat)
                for said in TEXTS:
                    plain = ask(definition.check, json.loads(text), said)
                    assert ask(definition.check, LazyView(text), said) == plain
                    if not isinstance(plain, list):
                        continue
                    for question in (definition.drop_finished, definition.next_action):
                        answer = question(json.loads(text), plain)
                        assert question(LazyView(text), plain) == answer
                        answers.add(str(answer))
    assert len(answers) > 3, "too few positions were asked"
