"""Why an action is not allowed: a code with facts, from a view that went through JSON, with words in both languages."""

import json

import pytest

from armarium.games.shelf import names, open_book
from armarium.words import languages
from armarium.words.errors import why_of

from .walks import tables_of, walk

EVERY = 5  # a position in so many


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("way", ["by-chance", "modest"])
def test_every_action_that_is_not_allowed_has_a_reason_in_words_or_none(name, way):
    book, found = open_book(name), set()
    game = book.game.new(seed=11, **next(tables_of(book)))
    for step, _ in walk(game, way):
        if step % EVERY:
            continue
        view = json.loads(json.dumps(game.view(game.to_act)))
        for action in set(book.game.codes) - set(view["legal"]):
            reason = book.why_not(view, action)
            if reason is None:
                continue
            data = json.loads(json.dumps(reason.data()))
            if (data["code"], *data["facts"]) not in found:
                found.add((data["code"], *data["facts"]))
                said = {why_of(name, reason, game.options, language) for language in languages()}
                assert len(said) == len(languages()), data
                assert all(text.endswith(".") for text in said)
    assert len(found) > 5, "hardly anything was explained"
