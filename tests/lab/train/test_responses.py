"""Best responses: whoever learns against one player alone meets that player, and nobody else."""

import pytest
from click.testing import CliRunner

torch = pytest.importorskip("torch")

from armarium.games.biblios.lab.responses import (  # noqa: E402
    learnt,
    meetings,
    responses,
    settings_of,
)
from armarium.lab.train.imitation import LIKELIEST  # noqa: E402
from armarium.lab.train.standing import BadCheckpoint  # noqa: E402
from armarium.lab.train.trainer import Trainer  # noqa: E402
from tests.lab.train.small import small  # noqa: E402

BRIEF = {
    "slots": 48, "steps": 8, "warm_steps": 0, "minibatch": 64, "precision": "float32", "moments": "float32",
    "guest_deals": 4,
}  # fmt: skip
SMALL = BRIEF | {"width": 16, "blocks": 1, "critic_blocks": 1}


@pytest.fixture(scope="module")
def frozen(tmp_path_factory):
    """A network that has learnt a little."""
    return begun(tmp_path_factory.mktemp("frozen"))


def begun(folder, **size):
    trainer = Trainer(small(**size), "cpu", folder, say=lambda text: None)
    trainer.play_and_learn()
    trainer.save()
    return folder


def test_it_has_the_size_of_the_networks_that_are_named(frozen, tmp_path):
    deep = begun(tmp_path / "deep", blocks=3, critic_blocks=2)
    for to, own in ((deep, deep), (deep, None), (deep, frozen), (frozen, deep)):
        settings = settings_of(str(to), 2, ("iello",), own).changed(**BRIEF)
        assert (settings.width, settings.blocks, settings.critic_blocks) == (16, 3, 2)
        learnt(tmp_path / f"{to.name}-{own and own.name}", settings, own, None, "cpu", 0)


def test_the_other_takes_its_likeliest_action_in_every_seat_but_one(frozen, tmp_path):
    settings = settings_of(str(frozen), 2, ("iello",), frozen).changed(**SMALL)
    trainer = Trainer(settings, "cpu", tmp_path, say=lambda text: None)
    own = Trainer(small(), "cpu", frozen, say=lambda text: None).learner.policy
    seated = trainer.pool.seated()
    assert len(seated["out.w"]) == 1
    expected = own["out.w"].detach().half() * LIKELIEST
    assert torch.equal(seated["out.w"][0], expected)
    trainer.play_and_learn()
    ours = trainer.round.is_ours.float().mean(0)
    assert ((ours > 0) & (ours < 1)).all(), (
        "a slot without the other, or without the one who learns"
    )


def test_who_cannot_sit_there_is_told_at_once(frozen, tmp_path):
    wide = settings_of(str(frozen), 2, ("iello",), None).changed(**SMALL | {"width": 24})
    with pytest.raises(BadCheckpoint, match="another width"):
        Trainer(wide, "cpu", tmp_path / "wide", say=lambda text: None)
    nobody = CliRunner().invoke(responses, ["--to", str(tmp_path / "nobody")])
    assert isinstance(nobody.exception, BadCheckpoint)
    full = CliRunner().invoke(responses, ["--to", "monk", "--folder", str(frozen)])
    assert full.exit_code == 2 and "an empty folder" in full.output


def test_it_begins_with_the_weights_that_are_named_and_is_measured_against_the_other(frozen, tmp_path):  # fmt: skip
    settings = settings_of(str(frozen), 2, ("iello", "manual"), frozen).changed(**SMALL)
    learnt(tmp_path, settings, frozen, None, "cpu", 0)  # no time to learn anything
    found = list(meetings(tmp_path, str(frozen), settings, 4))
    assert [meeting.setting.edition for meeting in found] == ["iello", "manual"]
    assert all((meeting.shares == 0.5).all() for meeting in found), (
        "itself against itself, in turns"
    )


def test_a_player_of_the_house_is_learnt_against_as_its_imitation_and_met_itself(tmp_path):
    settings = settings_of("novice", 2, ("iello",), None).changed(**SMALL)
    learnt(tmp_path / "first", settings, None, None, "cpu", 0)
    written = (tmp_path / "first" / "guests.safetensors").read_bytes()
    learnt(tmp_path / "second", settings, None, tmp_path / "first", "cpu", 0)
    assert (tmp_path / "second" / "guests.safetensors").read_bytes() == written
    (found,) = meetings(tmp_path / "second", "novice", settings, 4)
    assert found.against == "novice" and found.shares.mean() < 0.5
