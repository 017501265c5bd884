"""Own components: a valid set can be played; an invalid one is rejected with its entry."""

import json

import pytest

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.cards import TOWERS
from armarium.games.bibliogamo.components import BadComponents, from_text
from tests.rulebook.bibliogamo.scenes import (
    FILE,
    STANDARD,
    find_card,
    find_tower,
    get_artisans,
    make_deal,
    make_own_components,
    play,
    set_up,
)
from tests.rulebook.biblios.scenes import check_refused

TEXT = FILE.read_text(encoding="utf-8")


def rearrange(data):
    """Another ring, other needs and names, other cards and another collection."""
    data["ring"]["spaces"] = ["grand_library", *reversed(TOWERS)]
    find_tower(data, "history")["name"] = "Chronicles"
    find_tower(data, "history")["need"] = {"researcher": 1, "scribe": 1, "binder": 1}
    find_card(data, 1).update(librarian=-1, blocks="binder", grants={"binder": 4}, pointer=3)
    find_card(data, 2)["florins"] = [0, 10, 20, 30]
    data["prestige"][0].update(name="One", vp=20, need={"history": 1})


def make_game(components):
    return Game.new(
        seed=1, deal=make_deal(hand=[3, 4, 5, 6, 7], pile=[1, 9]), components=components
    )


def test_another_set_is_played_as_it_says():
    game = make_game(make_own_components(rearrange))
    truth = game.truth()
    assert truth["librarian"] == 2 and truth["blocked"] == "binder"
    assert truth["towers"]["history"] == {"researcher": 0, "scribe": 0, "binder": 0}
    assert truth["prestige"] == {"id": 1, "name": "One", "vp": 20, "need": {"history": 1}}
    history = {"history": {"researcher": 1, "scribe": 1, "binder": 1}}
    set_up(game, at=6, towers=history, draw=[1, 2])  # the ring runs the other way
    events = play(game, "done", "sell")
    assert events[0]["price"] == 20  # card 1 points at row 3 now
    play(game, "accept")
    assert game.truth()["books"]["history"] == 1 and game.truth()["florins"] == 25
    set_up(game, day=40)
    play(game, "done")
    assert game.outcome()["prestige"] and game.outcome()["score"] == 1 + 5 + 20


def test_towers_keep_their_order_in_actions_wherever_they_stand():
    game = make_game(make_own_components(rearrange))
    game.play("done")
    hires = [action for action in game.legal() if action.startswith("hire 3 ")]
    assert hires == [f"hire 3 {tower}" for tower in TOWERS]
    play(game, "hire 3 cartography")
    assert get_artisans(game, "cartography") == {"illustrator": 2}


def test_a_file_is_read_and_the_standard_one_is_the_standard_set(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(TEXT, encoding="utf-8")
    for asked in (file, str(file), STANDARD):
        game = make_game(asked)
        assert game.truth() == make_game("standard").truth()
        assert game.options["components"] == STANDARD  # an own set, though it says the same
    assert make_game("standard").options["components"] == "standard"


def test_an_own_set_travels_with_the_record_and_the_view():
    game = make_game(make_own_components(rearrange))
    play(game, "done", "hire 6 history", "pay 7")
    text = game.record()
    assert text.isascii()
    again = Game.replay(text)
    assert again.record() == text and again.truth() == game.truth()
    view = json.loads(json.dumps(game.view(0)))
    assert view["options"]["components"] == make_own_components(rearrange) == game.components.data


def test_names_may_be_in_any_letters(tmp_path):
    def rename_in_french(data):
        find_tower(data, "devotion")["name"] = "Dévotion"

    game = make_game(make_own_components(rename_in_french))
    assert Game.replay(game.record()).options == game.options


def delete(*path):
    def change(data):
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


def put(value, *path):
    def change(data):
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


TWICE_HISTORY = [*STANDARD["tower"][:1], *STANDARD["tower"]]
BROKEN = [
    *((delete(name), name) for name in ("counts", "ring", "tower", "prestige", "artisan")),
    (put(46, "counts", "artisan_cards"), "counts artisan_cards"),
    (put(39, "counts", "last_day"), "counts last_day"),
    (delete("counts", "hand_size"), "counts hand_size"),
    (put([], "counts"), "counts"),
    (put(16, "florin_levels", 0, "florins"), "florin_levels"),
    (delete("florin_levels"), "florin_levels"),
    (put("round", "ring", "spaces"), "ring spaces"),
    (put(["grand_library", *TOWERS[:5]], "ring", "spaces"), "ring spaces"),
    (put([*TOWERS, "grand_library"], "ring", "spaces"), "ring spaces"),
    (put(["grand_library", *TOWERS[:5], "alchemy"], "ring", "spaces"), "ring spaces"),
    (put({}, "tower"), "tower"),
    (put(["history"], "tower"), "tower"),
    (put("alchemy", "tower", 0, "id"), "tower 'alchemy'"),
    (put(TWICE_HISTORY, "tower"), "tower history"),
    (delete("tower", 2), "tower philosophy"),
    (put("", "tower", 0, "name"), "tower history, name"),
    (put("a\nb", "tower", 0, "name"), "tower history, name"),
    (put("x" * 61, "tower", 0, "name"), "tower history, name"),
    (put({"scribe": 4, "binder": 4}, "tower", 0, "need"), "tower history"),
    (put({"scribe": 8, "binder": 8, "researcher": 8}, "tower", 0, "need"), "tower history"),
    (put({"smith": 1, "binder": 4, "scribe": 1}, "tower", 0, "need"), "tower history"),
    (put(True, "tower", 0, "need", "scribe"), "tower history, scribe"),
    (put(-1, "tower", 0, "need", "scribe"), "tower history, scribe"),
    (delete("tower", 0, "need"), "tower history"),
    (put(8, "prestige", 0, "id"), "prestige 8"),
    (put(True, "prestige", 0, "id"), "prestige True"),
    (delete("prestige", 6), "prestige 7"),
    (put({"history": 14}, "prestige", 0, "need"), "prestige 1"),
    (put({}, "prestige", 0, "need"), "prestige 1"),
    (put({"alchemy": 2}, "prestige", 0, "need"), "prestige 1"),
    (put("many", "prestige", 0, "vp"), "prestige 1, vp"),
    (put(100, "prestige", 0, "vp"), "prestige 1, vp"),
    (delete("artisan", 46), "artisan 47"),
    (put(48, "artisan", 0, "id"), "artisan 48"),
    (put(1.0, "artisan", 0, "id"), "artisan 1.0"),
    (put(1.0, "prestige", 0, "id"), "prestige 1.0"),
    (put(True, "counts", "vp_per_book"), "counts vp_per_book"),
    (put({"scribe": 20, "binder": 20}, "artisan", 0, "grants"), "artisan 1"),
    (put(2, "artisan", 0, "librarian"), "artisan 1, librarian"),
    (put("smith", "artisan", 0, "blocks"), "artisan 1, blocks"),
    (put(["scribe"], "artisan", 0, "blocks"), "artisan 1, blocks"),
    (put({"smith": 1}, "artisan", 0, "grants"), "artisan 1"),
    (put({}, "artisan", 0, "grants"), "artisan 1"),
    (put({"scribe": 1.0}, "artisan", 0, "grants"), "artisan 1, scribe"),
    (put(0, "artisan", 0, "pointer"), "artisan 1, pointer"),
    (put(5, "artisan", 0, "pointer"), "artisan 1, pointer"),
    (put([1, 2, 3], "artisan", 0, "florins"), "artisan 1, florins"),
    (put([1, 2, 3, 100], "artisan", 0, "florins"), "artisan 1, florins"),
    (put([1, 2, 3, "4"], "artisan", 0, "florins"), "artisan 1, florins"),
    (delete("artisan", 0, "florins"), "artisan 1, florins"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "entry"), BROKEN)
def test_a_broken_set_is_refused_and_the_entry_named(change, entry):
    error = check_refused(
        BadComponents, "bad-components", Game.new, components=make_own_components(change)
    )
    assert error.facts["entry"] == entry and error.facts["reason"]
    assert f". {entry}: " in str(error)


def test_files_that_cannot_be_read_are_named(tmp_path):
    missing = tmp_path / "nowhere.toml"
    error = check_refused(BadComponents, "bad-components", Game.new, components=missing)
    assert error.facts["entry"] == str(missing)
    (tmp_path / "latin.toml").write_bytes("name = 'Dévotion'".encode("latin-1"))
    check_refused(BadComponents, "bad-components", Game.new, components=tmp_path / "latin.toml")
    check_refused(BadComponents, "bad-components", Game.new, components=tmp_path)
    for nonsense in (7, None, [], True):
        check_refused(BadComponents, "bad-components", Game.new, components=nonsense)
    check_refused(BadComponents, "bad-components", from_text, "name = ")
    check_refused(BadComponents, "bad-components", from_text, "")
