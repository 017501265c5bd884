"""The reason why an action is illegal: a code with facts, from a view in JSON, with texts in both languages."""

import json

import pytest

from armarium.core.registry import find_game, game_names
from armarium.text.catalogue import languages
from armarium.text.errors import describe_reason

from .walks import list_arguments, walk

EVERY = 5  # explain every n-th position


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("way", ["by-chance", "modest"])
def test_every_action_that_is_not_allowed_has_a_reason_in_words_or_none(name, way):
    definition, found = find_game(name), set()
    game = definition.game.new(seed=11, **next(list_arguments(definition)))
    for step, _ in walk(game, way):
        if step % EVERY:
            continue
        view = json.loads(json.dumps(game.view(game.to_act)))
        for action in set(definition.game.codes) - set(view["legal"]):
            reason = definition.why_not(view, action)
            if reason is None:
                continue
            data = json.loads(json.dumps(reason.data()))
            if (data["code"], *data["facts"]) not in found:
                found.add((data["code"], *data["facts"]))
                said = {
                    describe_reason(name, reason, game.options, language)
                    for language in languages()
                }
                assert len(said) == len(languages()), data
                assert all(text.endswith(".") for text in said)
    assert len(found) > 5, "too few actions were explained"
