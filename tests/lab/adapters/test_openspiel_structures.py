"""OpenSpiel 2.0's structures: a state, an observation and an action as plain data, and the way back for actions."""

import json
import pickle
import random

import pyspiel
import pytest

import armarium.lab.adapters.openspiel  # noqa: F401 (registers the games)
from armarium.core.errors import IllegalAction
from armarium.lab.adapters.openspiel_structures import Structure

TABLES = ["armarium_biblios(players=3,edition=manual)", "armarium_bibliogamo"]


@pytest.mark.parametrize("table", TABLES)
def test_a_game_can_be_played_by_structures(table):
    game, rng = pyspiel.load_game(table), random.Random(3)
    state, twin = game.new_initial_state(), game.new_initial_state()
    for _ in range(150):
        if state.is_terminal():
            break
        action = rng.choice(state.legal_actions())
        struct = state.action_to_struct(action)
        assert struct.to_dict() == {"action": state.action_to_string(action)}
        assert state.action_to_struct(state.current_player(), action).to_json() == struct.to_json()
        assert state.validate_action_struct(struct) and state.struct_to_actions(struct) == [action]
        state.apply_action_struct(Structure(json.loads(struct.to_json())))
        twin.apply_action(action)
        assert state.to_json() == twin.to_json() == state.to_struct().to_json()
    assert state.history() == twin.history() and len(state.history()) > 100


def test_an_observation_is_the_view_of_its_player():
    game, rng = pyspiel.load_game(TABLES[0]), random.Random(5)
    state = game.new_initial_state()
    assert state.to_struct().to_dict() == state.to_observation_struct().to_dict() == {}
    for _ in range(120):
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_chance_node():
            continue
        for player in range(3):
            observed = state.to_observation_struct(player)
            assert observed.to_dict() == json.loads(state.observation_string(player))
        player = state.current_player()
        assert (
            state.to_observation_struct().to_json() == state.to_observation_struct(player).to_json()
        )
        other = state.resample_from_infostate(player, random.Random(1).random)
        assert other.to_observation_struct(player).to_dict() == observe(state, player)
    assert state.to_struct().to_dict()["hands"] != state.to_observation_struct().to_dict()["hand"]


def observe(state, player):
    return state.to_observation_struct(player).to_dict()


def test_what_is_not_legal_is_refused_and_changes_nothing():
    state = pyspiel.load_game("armarium_biblios(players=2,first=0)").new_initial_state()
    state.apply_action(0)
    before = str(state)
    for data in ({"action": "bid 5"}, {"action": None}, {}):
        assert not state.validate_action_struct(Structure(data))
        with pytest.raises(IllegalAction):
            state.apply_action_struct(Structure(data))
    assert str(state) == before


def test_copies_have_structures_too():
    state = pyspiel.load_game("armarium_biblios(players=2,first=0)").new_initial_state()
    for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
        copy.apply_action(0)
        assert copy.to_observation_struct(0).to_dict()["you"] == 0
