"""The kernels give the same reasons against actions, and allow the same undos, as plain Python."""

import random

import pytest

from armarium.core.registry import find_game, game_names
from tests.contract.walks import WAYS, begin, list_cases
from tests.oracles import bibliogamo_reasons, bibliogamo_undo, biblios_reasons, biblios_undo

REASONS = {"biblios": biblios_reasons.why_not, "bibliogamo": bibliogamo_reasons.why_not}
UNDO = {"biblios": biblios_undo.may_take_back, "bibliogamo": bibliogamo_undo.may_take_back}
# Texts that are no actions, but that people type.
TYPED = (
    "bid 0", "bid 67", "bid 99999999999999999999", "bid", "take", "take gold", "pay gold-4", "raise monks monks",
    "raise gold", "lower tomes monks", "lift 0", "lift 99", "lift x", "hire", "pay 48", "library", "pay 7", "done",
)  # fmt: skip


def compare(game, actions):
    """Compare all illegal actions among these, and every legal one. Return the codes of the reasons."""
    definition, view, found = find_game(game.name), game.view(game.to_act), set()
    verbs = {text.split()[0] for text in game.codes}
    legal = set(view["legal"])
    for action in actions:
        if action in legal or action.split()[0] not in verbs:
            continue
        reason = definition.why_not(view, action)
        assert reason == REASONS[game.name](view, action), (action, view)
        found.add(reason and reason.code)
    for action in legal:
        expected = UNDO[game.name](view, action)
        assert game.may_take_back(action) == expected, (action, view)
    return found


def compare_games(name, games, share):
    cases = list(list_cases(name))
    found = set()
    for number in range(games):
        game = begin(cases[number * len(cases) // games % len(cases)])
        rng = random.Random(number)
        while game.to_act is not None:
            if rng.random() < share:
                some = rng.sample(sorted(game.codes), 60)
                found |= compare(game, [*TYPED, *some])
            game.play(WAYS["modest" if number % 2 else "by-chance"](game.legal(), rng))
    return found


@pytest.mark.parametrize(("name", "reasons"), [("biblios", 16), ("bibliogamo", 16)])
def test_reasons_and_undos_are_those_of_plain_python(name, reasons):
    assert len(compare_games(name, 30, 0.1)) >= reasons


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_in_every_edition_and_with_every_option(name):
    assert len(compare_games(name, 400, 0.5)) >= 20
