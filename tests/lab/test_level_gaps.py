"""Gaps between levels: duplicate deals, in all rotations."""

import pytest
from click.testing import CliRunner

from armarium.lab.arena.deals import Setting
from armarium.lab.level_gaps import SEED, evaluate_levels, level_gaps, make_chooser
from armarium.lab.train.evaluation import play_networks
from armarium.players.network.network import GREEDY
from armarium.players.registry import find_spec
from armarium.players.spec import Sampling


@pytest.mark.parametrize(("one", "other"), [("prior", "lector"), ("lector", "novice")])
def test_gaps_come_from_duplicate_deals(one, other):
    setting = Setting("biblios", 2, "iello", (), SEED)
    found = evaluate_levels(find_spec(one, "biblios"), find_spec(other, "biblios"), setting, 12)
    assert len(found.shares) == 12 and found.shares.mean() > 0.4


def test_a_greedy_network_shares_the_wins_with_itself():
    greedy = make_chooser("biblios", Sampling(GREEDY, 0.0), 1)
    setting = Setting("biblios", 3, "iello", (), SEED)
    shares = play_networks(greedy, greedy, setting, [1 << 62, 2 << 62, 3 << 62, 4 << 62])
    assert shares.shape == (12,) and shares.mean() == pytest.approx(1 / 3)


def test_a_number_of_seats_that_the_game_lacks_is_refused_in_a_line():
    found = CliRunner().invoke(level_gaps, ["--seats", "9", "--deals", "1"])
    assert found.exit_code == 2 and "9" in found.output.splitlines()[-1]
