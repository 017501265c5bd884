"""Best responses: a network that trains against one player meets that player and no other."""

import json

import pytest
from click.testing import CliRunner

torch = pytest.importorskip("torch")

import armarium.lab.best_response as module  # noqa: E402
from armarium.cli import cli  # noqa: E402
from armarium.lab.arena.provenance import hash_file  # noqa: E402
from armarium.lab.best_response import (  # noqa: E402
    best_response,
    evaluate_response,
    make_response_settings,
    train_response,
)
from armarium.lab.train.imitation import GREEDY_SHARPNESS  # noqa: E402
from armarium.lab.train.trainer import Trainer  # noqa: E402
from armarium.lab.train.training_state import BadCheckpoint, read_state  # noqa: E402
from tests.lab.train.small_settings import make_small_settings  # noqa: E402

BRIEF = {
    "slots": 48, "rollout_steps": 8, "warmup_steps": 0, "minibatch_size": 64, "precision": "float32",
    "moments_precision": "float32",
    "guest_deals": 4,
}  # fmt: skip
SMALL = BRIEF | {"width": 16, "blocks": 1, "critic_blocks": 1}


@pytest.fixture(scope="module")
def trained_network(tmp_path_factory):
    """Train a network for a short time."""
    return make_checkpoint(tmp_path_factory.mktemp("frozen"))


def make_checkpoint(folder, **size):
    trainer = Trainer(make_small_settings(**size), "cpu", folder, log=lambda text: None)
    trainer.step()
    trainer.save()
    return folder


def test_the_response_is_as_large_as_the_named_networks(trained_network, tmp_path):
    deep = make_checkpoint(tmp_path / "deep", blocks=3, critic_blocks=2)
    for to, own in ((deep, deep), (deep, None), (deep, trained_network), (trained_network, deep)):
        settings = make_response_settings("biblios", str(to), 2, ("iello",), own).replace_with(
            **BRIEF
        )
        assert (settings.width, settings.blocks, settings.critic_blocks) == (16, 3, 2)
        train_response(tmp_path / f"{to.name}-{own and own.name}", settings, own, None, "cpu", 0)


def test_the_opponent_plays_greedily_in_every_seat_but_one(trained_network, tmp_path):
    settings = make_response_settings(
        "biblios", str(trained_network), 2, ("iello",), trained_network
    ).replace_with(**SMALL)
    trainer = Trainer(settings, "cpu", tmp_path, log=lambda text: None)
    own = Trainer(
        make_small_settings(), "cpu", trained_network, log=lambda text: None
    ).learner.policy
    stacked = trainer.pool.stack_weights()
    assert len(stacked["out.w"]) == 1
    expected = own["out.w"].detach().half() * GREEDY_SHARPNESS
    assert torch.equal(stacked["out.w"][0], expected)
    trainer.step()
    learner_share = trainer.rollout.is_learner.float().mean(0)
    assert ((learner_share > 0) & (learner_share < 1)).all(), (
        "a slot without the opponent, or without the learner"
    )


def test_an_opponent_may_sample_from_its_policy(trained_network, tmp_path):
    settings = make_response_settings(
        "biblios", str(trained_network), 2, ("iello",), trained_network, to_plays_greedily=False
    ).replace_with(**SMALL)
    trainer = Trainer(settings, "cpu", tmp_path / "run", log=lambda text: None)
    own = Trainer(make_small_settings(), "cpu", trained_network, log=lambda text: None)
    stacked = trainer.pool.stack_weights()
    assert torch.equal(stacked["out.w"][0], own.learner.policy["out.w"].detach().half())
    train_response(tmp_path, settings, trained_network, None, "cpu", 0)
    greedy = settings.replace_with(frozen_greedy=True)
    (sampled,), (likeliest,) = (
        evaluate_response(tmp_path, str(trained_network), one, 16) for one in (settings, greedy)
    )
    assert (likeliest.shares == 0.5).all() and (sampled.shares != 0.5).any()


def test_training_ends_after_the_given_decisions(trained_network, tmp_path):
    settings = make_response_settings(
        "biblios", str(trained_network), 2, ("iello",), None, decisions=300
    ).replace_with(**SMALL)
    train_response(tmp_path, settings, None, None, "cpu", 300)
    state, _ = read_state(tmp_path, "biblios")
    assert 300 <= state.decisions <= 300 + 48 * 8
    assert settings.learning_rate[-1][0] == settings.entropy_coefficient[-1][0] == 300


def test_the_arena_measures_both_kinds_of_play_and_goes_on(trained_network, tmp_path, monkeypatch):
    make = module.make_response_settings
    monkeypatch.setattr(
        module, "make_response_settings", lambda *words: make(*words).replace_with(**SMALL)
    )
    monkeypatch.setattr(module, "DECISIONS", 300)
    results = tmp_path / "r.jsonl"
    words = ["arena", "--strength", str(trained_network), "--device", "cpu", "--deals", "4"]
    words += ["--results", str(results), "--json"]
    first = CliRunner().invoke(cli, words, obj={})
    report = json.loads(first.stdout)
    rows = [(row["play"], row["edition"], row["deals"]) for row in report["responses"]]
    editions = ["iello", "manual"]
    assert rows == [(play, edition, 4) for play in ("greedy", "sampled") for edition in editions]
    best = max(row["share"] for row in report["responses"] if row["play"] == "greedy")
    assert report["gain"]["greedy"] == best - 0.5
    assert report["player"]["sha256"] == hash_file(trained_network / "weights.safetensors")

    lines = results.read_text().splitlines(keepends=True)
    results.write_text("".join(lines[:2]))  # interrupted before sampled play
    again = json.loads(CliRunner().invoke(cli, words, obj={}).stdout)
    assert again["responses"][:2] == report["responses"][:2] and len(again["responses"]) == 4
    shown = CliRunner().invoke(cli, words[:-1], obj={}).stdout  # all of it from the file
    assert "best responses to" in shown and "sampled play" in shown

    words[words.index("--deals") + 1] = "5"
    other = CliRunner().invoke(cli, words, obj={})
    assert other.exit_code == 1 and "choose another file" in other.output
    results.write_text("{}\n")
    broken = CliRunner().invoke(cli, words, obj={})
    assert broken.exit_code == 1 and "line 1 is damaged" in broken.output


def test_an_opponent_that_does_not_fit_is_refused_at_once(trained_network, tmp_path):
    too_wide = make_response_settings(
        "biblios", str(trained_network), 2, ("iello",), None
    ).replace_with(**SMALL | {"width": 24})
    with pytest.raises(BadCheckpoint, match="different width"):
        Trainer(too_wide, "cpu", tmp_path / "wide", log=lambda text: None)
    nobody = CliRunner().invoke(best_response, ["--to", str(tmp_path / "nobody")])
    assert isinstance(nobody.exception, BadCheckpoint)
    full = CliRunner().invoke(best_response, ["--to", "monk", "--folder", str(trained_network)])
    assert full.exit_code == 2 and "an empty folder" in full.output


def test_it_starts_from_the_given_weights_and_is_evaluated_against_the_opponent(trained_network, tmp_path):  # fmt: skip
    settings = make_response_settings(
        "biblios", str(trained_network), 2, ("iello", "manual"), trained_network
    ).replace_with(**SMALL)
    train_response(tmp_path, settings, trained_network, None, "cpu", 0)  # no time to learn anything
    found = list(evaluate_response(tmp_path, str(trained_network), settings, 4))
    assert [result.setting.edition for result in found] == ["iello", "manual"]
    assert all((result.shares == 0.5).all() for result in found), (
        "a network against itself wins its fair share"
    )


def test_it_trains_against_the_imitation_of_a_built_in_player_and_is_evaluated_against_the_player(
    tmp_path,
):
    settings = make_response_settings("biblios", "novice", 2, ("iello",), None).replace_with(
        **SMALL
    )
    train_response(tmp_path / "first", settings, None, None, "cpu", 0)
    written = (tmp_path / "first" / "guests.safetensors").read_bytes()
    train_response(tmp_path / "second", settings, None, tmp_path / "first", "cpu", 0)
    assert (tmp_path / "second" / "guests.safetensors").read_bytes() == written
    (found,) = evaluate_response(tmp_path / "second", "novice", settings, 4)
    assert found.against == "novice" and found.shares.mean() < 0.5
