"""Views as pictures: the page's cards, in an image, a window or as text; and nothing that a seat may not see."""

import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from armarium.games import bibliogamo, biblios
from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption
from armarium.lab.adapters.pettingzoo import env
from armarium.lab.pictures import missing, showing, sprite
from armarium.lab.pictures.image import pixels, png
from armarium.lab.pictures.showing import Showing

LOOK = Path(__file__).parents[3] / "web" / "src" / "games"


def test_the_colours_are_the_pages():
    from armarium.games.bibliogamo.lab.picture import CRAFTS
    from armarium.games.biblios.lab.picture import FAMILIES

    for table, page in (
        (FAMILIES, LOOK / "biblios" / "look" / "families.css"),
        (CRAFTS, LOOK / "bibliogamo" / "look" / "crafts.css"),
    ):
        text = re.sub(r"\s", "", page.read_text(encoding="utf-8"))
        for name, (ground, on, ink) in table.items():
            assert f".c-{name}{{--c:{ground};--on:{on};" in text
            assert f".c-{name}{{--card-c:{ink};}}" in text


def middle(game, steps):
    for _ in range(steps):
        legal = game.legal()
        game.play(legal[min(1, len(legal) - 1)])
    return game


@pytest.mark.parametrize(
    ("game", "steps"),
    [(biblios.Game.new(seats=4, seed=1), n) for n in (0, 3, 60)]
    + [(bibliogamo.Game.new(seed=1), n) for n in (0, 20, 60)],
)
def test_every_view_can_be_drawn(game, steps):
    middle(game := game.copy(), steps)
    draw = open_book(game.name).picture
    for eye in (*range(game.seats), None):
        image = pixels(draw(game.view(eye)))
        assert image.dtype == np.uint8 and image.shape[2] == 3
        colours = np.unique(image.astype(np.int32) @ (1, 1 << 8, 1 << 16))
        assert len(colours) > 50  # not a blank leaf


def test_the_end_can_be_drawn():
    for game in (biblios.Game.new(seats=2, seed=4), bibliogamo.Game.new(seed=4)):
        while game.to_act is not None:
            game.play(game.legal()[-1])
        assert png(open_book(game.name).picture(game.view(None))).startswith(b"\x89PNG")


def test_a_picture_shows_the_view_and_nothing_else():
    """Two truths behind one view give one picture."""
    from armarium.players import position_of

    game = middle(biblios.Game.new(seats=3, seed=2), 30)
    draw, seat = open_book("biblios").picture, game.to_act
    other = position_of(game, seat).imagine(5)
    assert other.truth() != game.truth()
    assert draw(other.view(seat)) == draw(game.view(seat))


def test_environments_give_images():
    table = gymnasium.make("armarium/Bibliogamo-v0", render_mode="rgb_array")
    table.reset(seed=1)
    assert table.render().shape == (720, 960, 3)
    table = env("biblios", 3, render_mode="rgb_array")
    table.reset(seed=1)
    first = table.render()
    assert first.shape == (640, 960, 3)
    table.step(0)
    assert (table.render() != first).any()


class Screen:
    """A window that remembers."""

    shown: list = []  # noqa: RUF012
    closed = 0

    def show(self, picture):
        self.shown.append(picture)

    def close(self):
        Screen.closed += 1


def test_a_person_sees_a_window(monkeypatch):
    monkeypatch.setattr(showing, "window_of", lambda title: Screen())
    table = gymnasium.make("armarium/Bibliogamo-v0", render_mode="human")
    _, info = table.reset(seed=1)
    table.step(np.flatnonzero(info["action_mask"])[0])
    assert len(Screen.shown) == 2 and Screen.shown[0].startswith(b"\x89PNG")
    table.close()
    assert Screen.closed == 1


def test_a_game_without_pictures_has_text(monkeypatch, capsys):
    monkeypatch.setattr(type(open_book("bibliogamo")), "picture", None)
    with pytest.raises(BadOption) as caught:
        Showing("bibliogamo", "rgb_array")
    assert caught.value.facts["allowed"] == [None, "human", "ansi"]
    Showing("bibliogamo", "human").show({"day": 3})
    assert capsys.readouterr().out == "day: 3\n"


def test_what_is_missing_is_said(monkeypatch, tmp_path):
    with pytest.raises(missing.MissingLibrary, match=r'pip install "armarium\[lab\]"'):
        missing.wanted("no_such_library")
    sprite._folder.cache_clear()
    monkeypatch.setattr(
        sprite.armarium, "__file__", str(tmp_path / "a" / "b" / "armarium" / "x.py")
    )
    with pytest.raises(sprite.NoPage, match="make setup"):
        sprite._folder()
