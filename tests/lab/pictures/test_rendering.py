"""Views as pictures: the page's cards, in an image, a window or as text; and nothing that a seat may not see."""

import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import armarium
from armarium.core.errors import BadOption
from armarium.games import bibliogamo, biblios
from armarium.lab.adapters.pettingzoo import env
from armarium.lab.extension import lab_extension
from armarium.lab.pictures import image, rendering, svg
from armarium.lab.pictures.image import pixels, png
from armarium.lab.pictures.rendering import Renderer

LOOK = Path(__file__).parents[3] / "web" / "src" / "games"


def test_the_colours_are_the_pages():
    from armarium.games.bibliogamo.lab.picture import CRAFTS
    from armarium.games.biblios.lab.picture import FAMILIES

    for table, page in (
        (FAMILIES, LOOK / "biblios" / "styles" / "families.css"),
        (CRAFTS, LOOK / "bibliogamo" / "styles" / "crafts.css"),
    ):
        text = re.sub(r"\s", "", page.read_text(encoding="utf-8"))
        for name, (ground, on, ink) in table.items():
            assert f".c-{name}{{--c:{ground};--on:{on};" in text
            assert f".c-{name}{{--card-c:{ink};}}" in text


def play_steps(game, steps):
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
    play_steps(game := game.copy(), steps)
    draw = lab_extension(game.name).picture
    for viewer in (*range(game.seats), None):
        image = pixels(draw(game.view(viewer)))
        assert image.dtype == np.uint8 and image.shape[2] == 3
        colours = np.unique(image.astype(np.int32) @ (1, 1 << 8, 1 << 16))
        assert len(colours) > 50  # not a blank picture


def test_the_end_can_be_drawn():
    for game in (biblios.Game.new(seats=2, seed=4), bibliogamo.Game.new(seed=4)):
        while game.to_act is not None:
            game.play(game.legal()[-1])
        assert png(lab_extension(game.name).picture(game.view(None))).startswith(b"\x89PNG")


def test_a_picture_shows_the_view_and_nothing_else():
    """Two truths behind one view give one picture."""
    from armarium.players import position_of

    game = play_steps(biblios.Game.new(seats=3, seed=2), 30)
    draw, seat = lab_extension("biblios").picture, game.to_act
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


class FakeWindow:
    """A fake window that records what it shows."""

    shown: list = []  # noqa: RUF012
    closed = 0

    def show(self, picture):
        self.shown.append(picture)

    def close(self):
        FakeWindow.closed += 1


def test_a_person_sees_a_window(monkeypatch):
    monkeypatch.setattr(rendering, "open_window", lambda title: FakeWindow())
    table = gymnasium.make("armarium/Bibliogamo-v0", render_mode="human")
    _, info = table.reset(seed=1)
    table.step(np.flatnonzero(info["action_mask"])[0])
    assert len(FakeWindow.shown) == 2 and FakeWindow.shown[0].startswith(b"\x89PNG")
    table.close()
    assert FakeWindow.closed == 1


def test_a_machine_without_a_screen_gets_one_warning_and_no_views(monkeypatch, capsys, caplog):
    monkeypatch.setattr(rendering, "open_window", lambda title: None)
    table = gymnasium.make("armarium/Bibliogamo-v0", render_mode="human")
    _, info = table.reset(seed=1)
    for _ in range(3):
        table.step(np.flatnonzero(table.unwrapped.get_wrapper_attr("action_masks")())[0])
    assert capsys.readouterr().out == ""
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "ansi" in caplog.text and info["action_mask"].any()


def test_a_game_without_pictures_has_text(monkeypatch, capsys):
    monkeypatch.setattr(type(lab_extension("bibliogamo")), "picture", None)
    with pytest.raises(BadOption) as caught:
        Renderer("bibliogamo", "rgb_array")
    assert caught.value.facts["allowed"] == [None, "human", "ansi"]
    Renderer("bibliogamo", "human").render({"day": 3})
    assert capsys.readouterr().out == "day: 3\n"


def test_a_missing_package_is_named(monkeypatch, tmp_path):
    with pytest.raises(image.MissingLibrary, match=r'pip install "armarium\[lab\]"'):
        image.require_library("no_such_library")
    svg._page_folder.cache_clear()
    monkeypatch.setattr(armarium, "__file__", str(tmp_path / "a" / "b" / "armarium" / "x.py"))
    with pytest.raises(svg.NoPage, match="make setup"):
        svg._page_folder()
