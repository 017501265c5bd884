"""Suites that give one number: scores, paired differences, score files, secret deals and the leaderboard."""

import functools
import hashlib
import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.core.errors import BadOption
from armarium.lab.arena.deals import read_seed_file
from armarium.lab.arena.match import make_suite_matches
from armarium.lab.arena.running import run
from armarium.lab.arena.score_files import BadScore, read_score
from armarium.lab.arena.scores import compute_score, score_values
from armarium.lab.extension import Suite, lab_extension

THIRD_PARTY_BOTS = Path(__file__).parents[1] / "players/third_party_bots.py"
SMALL = Suite(7, 6, ("random", "oblate"), (2, 3), ("iello",), is_scored=True)


@pytest.fixture(autouse=True)
def small_suites(monkeypatch):
    """Shorten the suites to a few seconds."""
    monkeypatch.setitem(lab_extension("biblios").suites, "small", SMALL)
    solo = Suite(8, 14, (), (1,), ("",), is_scored=True, cap=75.0)
    monkeypatch.setitem(lab_extension("bibliogamo").suites, "small", solo)


def invoke(*words):
    return CliRunner().invoke(cli, [str(word) for word in words], obj={})


def run_arena(*words, game="biblios"):
    return invoke("arena", *words, "--game", game, "--suite", "small", "--processes", 1)


def write_score_file(path, player="novice", *words, game="biblios"):
    done = run_arena(player, "--score", path, *words, game=game)
    assert done.exit_code == 0, done.output
    return json.loads(path.read_text())


@functools.cache
def oblates_file():
    """Return the text of one score file, made once because playing it is slow."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.json"
        write_score_file(path, "oblate")
        return path.read_text()


def rewrite(path, data, *, with_hash=True):
    """Edit a score file, by default with a matching hash, as a careful forger would."""
    if with_hash:
        rest = {name: value for name, value in data.items() if name != "sha256"}
        text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        data["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    path.write_text(json.dumps(data))


def test_a_score_is_the_mean_share_over_all_matches():
    matches = make_suite_matches("biblios", "small", "novice")
    assert len({match.setting.seed for match in matches}) == len(matches) == 4
    run(matches, processes=1)
    score = compute_score("biblios", SMALL, matches)
    assert score.estimate.mean == pytest.approx(
        100 * np.mean([match.shares(0).mean() for match in matches])
    )
    low, high = score.anytime
    assert low <= score.estimate.low < score.estimate.mean < score.estimate.high <= high
    assert score.to_dict()["deals"] == 24 and score.fair == pytest.approx(100 * (1 / 2 + 1 / 3) / 2)


def test_the_five_minutes_are_the_first_part_of_the_hour():
    for game in ("biblios", "bibliogamo"):
        short, long = (make_suite_matches(game, f"v3-{form}", "random") for form in ("5min", "1h"))
        assert [m.setting for m in short] == [m.setting for m in long]
        assert all(a.deals * 12 == b.deals for a, b in zip(short, long, strict=True))
        assert len({match.setting.seed for match in short}) == len(short)


def test_rounds_that_are_not_complete_do_not_count():
    columns = [[1.0, 0.5, 1.0], [1.0, 0.5], [0.5, 0.5], [0.5, 0.5, 0.0]]
    assert score_values("biblios", SMALL, columns).estimate.mean == pytest.approx(62.5)
    assert score_values("biblios", SMALL, [[], [1.0], [], []]).to_dict()["mean"] is None


def test_two_players_are_compared_deal_by_deal():
    one, other = np.random.default_rng(1).integers(0, 3, (2, 4, 400)) / 2
    common = np.random.default_rng(2).integers(0, 2, (4, 400)) / 2
    a, b = (score_values("biblios", SMALL, (common + part / 2).tolist()) for part in (one, other))
    found = a.subtract(b)
    assert found.estimate.mean == pytest.approx(a.estimate.mean - b.estimate.mean)
    assert found.verdict == "open"
    assert (
        a.subtract(a).estimate.mean == 0
        and a.subtract(a).estimate.low < 0 < a.subtract(a).estimate.high
    )
    better = score_values("biblios", SMALL, np.minimum(1, common + one / 2 + 0.3).tolist())
    assert better.subtract(b).verdict == "better" and b.subtract(better).verdict == "worse"


def test_the_arena_prints_scores_and_the_difference():
    done = run_arena("novice", "oblate", "--json")
    report = json.loads(done.stdout)
    assert [score["player"] for score in report["scores"]] == ["novice", "oblate"]
    (difference,) = report["differences"]
    means = [score["mean"] for score in report["scores"]]
    assert difference["mean"] == pytest.approx(means[0] - means[1])
    shown = run_arena("novice", "oblate").stdout
    assert "novice minus oblate" in shown and "score (fair: 41.7)" in shown


def test_a_solo_suite_scores_the_mean_of_its_deals(tmp_path):
    data = write_score_file(tmp_path / "s.json", "careful", game="bibliogamo")
    (match,) = data["matches"]
    assert len(match["results"]) == 14 and match["opponent"] is None
    assert data["score"]["mean"] == pytest.approx(np.mean(match["results"]))
    assert read_score(tmp_path / "s.json").score.estimate.number == 14


def test_a_score_file_says_what_it_came_from(tmp_path):
    bot = f"{THIRD_PARTY_BOTS}:First"
    weights = tmp_path / "net.bin"
    weights.write_bytes(b"weights")
    data = write_score_file(tmp_path / "s.json", bot, "--name", "Ada's bot", "--weights", weights)
    player = data["player"]
    assert (player["name"], player["kind"]) == ("Ada's bot", "file")
    assert player["sha256"] == hashlib.sha256(THIRD_PARTY_BOTS.read_bytes()).hexdigest()
    assert player["weights"] == {"net.bin": hashlib.sha256(b"weights").hexdigest()}
    assert data["package"]["version"] and "network.safetensors" in data["weights"]
    compute = data["compute"]
    assert compute["processor_s"] > 0 and compute["deals"] == 24 and compute["decisions"] > 5000
    assert str(THIRD_PARTY_BOTS.parent) not in (tmp_path / "s.json").read_text()
    import platform

    assert platform.node() not in json.dumps(compute["machine"])


def test_a_resumed_run_says_how_many_deals_it_measured(tmp_path):
    results = tmp_path / "r.jsonl"
    whole = write_score_file(tmp_path / "a.json", "oblate", "--results", results)
    lines = results.read_text().splitlines(keepends=True)
    results.write_text("".join(lines[:-5]))
    resumed = write_score_file(tmp_path / "b.json", "oblate", "--results", results)
    assert resumed["compute"]["deals"] == 5 and whole["compute"]["deals"] == 24
    assert resumed["matches"] == whole["matches"] and resumed["score"] == whole["score"]


@pytest.mark.parametrize(
    ("change", "with_hash", "reason"),
    [
        (lambda d: d["matches"][0]["results"].__setitem__(0, 0.25), False, "was changed"),
        (lambda d: d["player"].update(name="better"), False, "was changed"),
        (lambda d: d["matches"][0].update(results=[0.25] * 6), True, "its results give"),
        (lambda d: d["score"].update(mean=99.0), True, "its results give"),
        (lambda d: d["score"]["anytime"].update(low=99.0), True, "its results give"),
        (lambda d: d["matches"][1]["results"].__setitem__(0, 0.7), True, "result of match 2"),
        (lambda d: d["matches"][1]["results"].pop(), True, "result of match 2"),
        (lambda d: d["matches"].pop(), True, "its matches"),
        (lambda d: d.update(deals_sha256="0"), True, "its deals"),
        (lambda d: d.update(suite="v2"), True, "no scored suite"),
        (lambda d: d.update(rules=0), True, "rules version 0"),
        (lambda d: d.update(weights={}), True, "network weights"),
        (lambda d: d.update(armarium_score=9), True, "format is 9"),
        (lambda d: d.pop("matches"), True, "not a score file"),
        (lambda d: d.pop("armarium_score"), True, "not a score file"),
        (lambda d: d.update(game="chess"), True, "no scored suite “small” of “chess”"),
        (lambda d: d["matches"][0]["results"].__setitem__(0, 10**400), True, "result of match 1"),
        (lambda d: d["score"].update(mean=10**400), True, "not a score file"),
        (lambda d: d.update(player=None), True, "“player” is missing or malformed"),
        (lambda d: d["player"].pop("name"), True, "“player.name” is missing or malformed"),
        (lambda d: d["player"].update(name="a\x1b[31mb"), True, "“player.name” is missing"),
        (lambda d: d.pop("package"), True, "“package” is missing"),
        (lambda d: d.update(commitment="zz"), True, "“commitment” is missing"),
        (lambda d: d.update(faults="many"), True, "“faults” is missing"),
        (lambda d: d.update(compute=None), True, "“compute” is missing"),
        (lambda d: d["compute"].update(processor_s="fast"), True, "“compute.processor_s” is miss"),
        (lambda d: d["compute"].update(processor_s=10**400), True, "“compute.processor_s” is miss"),
    ],
)
def test_an_edited_file_is_refused(tmp_path, change, with_hash, reason):
    path = tmp_path / "s.json"
    path.write_text(oblates_file())
    data = json.loads(oblates_file())
    assert read_score(path).score.estimate.mean == pytest.approx(data["score"]["mean"])
    change(data)
    rewrite(path, data, with_hash=with_hash)
    with pytest.raises(BadScore, match=reason):
        read_score(path)
    done = invoke("leaderboard", path)
    assert done.exit_code == 1 and reason in done.output
    assert len(done.output.strip().splitlines()) == 1


def test_a_huge_score_of_a_solo_game_is_refused(tmp_path):
    path = tmp_path / "s.json"
    data = write_score_file(path, "random", game="bibliogamo")
    data["matches"][0]["results"][0] = 10**400
    rewrite(path, data)
    with pytest.raises(BadScore, match="result of match 1"):
        read_score(path)


def test_a_file_without_scores_is_refused(tmp_path):
    for content in ("", "[]", "{}", "nothing", "\ufeff", "[" * 100_000):
        path = tmp_path / "s.json"
        path.write_text(content)
        with pytest.raises(BadScore, match="not a score file"):
            read_score(path)


def test_the_leaderboard_ranks_and_compares(tmp_path):
    files = [tmp_path / f"{name}.json" for name in ("random", "novice", "careful")]
    write_score_file(files[0], "random")
    write_score_file(files[1], "novice")
    write_score_file(files[2], "careful", game="bibliogamo")
    report = json.loads(invoke("leaderboard", *files, "--json").stdout)
    first, second = report["boards"]
    assert (first["game"], second["game"]) == ("biblios", "bibliogamo")
    assert [entry["player"]["name"] for entry in first["entries"]] == ["novice", "random"]
    (difference,) = first["differences"]
    assert difference["mean"] == pytest.approx(
        first["entries"][0]["score"]["mean"] - first["entries"][1]["score"]["mean"]
    )
    shown = invoke("leaderboard", *files).stdout
    assert shown.index("novice") < shown.index("random") < shown.index("careful")


def test_brackets_in_a_name_are_shown_as_they_are(tmp_path):
    path = tmp_path / "s.json"
    data = json.loads(oblates_file())
    data["player"]["name"] = "[bold]mine[/]"
    rewrite(path, data)
    assert "[bold]mine[/]" in invoke("leaderboard", path).stdout


def test_secret_deals_are_checked_against_the_seed_file(tmp_path):
    seed, other, path = tmp_path / "seed", tmp_path / "other", tmp_path / "s.json"
    results = tmp_path / "r.jsonl"
    secret = "5c" * 32
    seed.write_text(secret + "\n")
    other.write_text("77" * 32)
    data = write_score_file(path, "oblate", "--seed-file", seed, "--results", results)
    public = write_score_file(tmp_path / "public.json", "oblate")
    commitment = invoke("leaderboard", "--commitment", seed).stdout.strip()
    assert data["commitment"] == commitment and public["commitment"] is None
    assert data["matches"] != public["matches"] and data["deals_sha256"] != public["deals_sha256"]
    shown = run_arena("oblate", "--seed-file", seed, "--json").stdout
    # Neither the secret nor a seed made from it.
    matches = make_suite_matches("biblios", "small", "oblate", read_seed_file(seed))
    numbers = [str(match.setting.seed) for match in matches]
    for text in (path.read_text(), results.read_text(), shown):
        assert secret not in text and commitment in text
        assert '"seed":' not in text and not any(number in text for number in numbers)
    assert invoke("leaderboard", path).exit_code == 0
    assert invoke("leaderboard", path, "--seed-file", seed).exit_code == 0
    refused = invoke("leaderboard", path, "--seed-file", other)
    assert refused.exit_code == 1 and "another seed file" in refused.output


def test_a_bad_seed_file_is_refused_without_quoting_it(tmp_path):
    seed = tmp_path / "seed"
    for text in ("abc", "g" * 64, "1" * 63, ""):
        seed.write_text(text)
        done = run_arena("oblate", "--seed-file", seed)
        assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
        assert "64 hexadecimal digits" in done.output
        assert not text or f"{text!r}" not in done.output
    with pytest.raises(BadOption):
        read_seed_file(seed)
    with pytest.raises(BadOption):
        read_seed_file(Path("/dev/zero"))  # it has no end


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["novice", "oblate", "--score", "x.json"], "one player"),
        (["novice", "--until-clear"], "frozen"),
        (["novice", "novice"], "once"),
        (["novice", "--deals", "5"], "--deals does not apply"),
        (["novice", "--seed", "1"], "--seed does not apply"),
        (["novice", "--score", "x.json", "--name", "a\x1b[31mb"], "printable"),
    ],
)
def test_arguments_that_do_not_fit_a_scored_suite_are_refused(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run_arena(*words)
    assert done.exit_code != 0 and said in done.output


def test_only_a_scored_suite_writes_scores(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = invoke("arena", "novice", "--suite", "v2", "--score", "x.json")
    assert done.exit_code != 0 and "scored suite" in done.output
    assert invoke("leaderboard").exit_code != 0


# Of two deals of every match, as it was before suites had scores.
V2_RESULTS = "f2064c1166e01f278a241a1431c478b59424f37dc0c333a7b7903bdceb1a0730"


def test_the_results_of_suite_v2_are_the_same_bytes(tmp_path):
    matches = [
        match
        for match in make_suite_matches("biblios", "v2", "monk")
        if not match.entrants[1].startswith("prior")
    ]
    for match in matches:
        match.deals = 2
    run(matches, processes=1, results=tmp_path / "r.jsonl")
    assert hashlib.sha256((tmp_path / "r.jsonl").read_bytes()).hexdigest() == V2_RESULTS
