"""What a seat remembers of an auction is what was said, and worlds that explain it are likelier."""

import numpy as np
import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.actions import CODES, TEXTS
from armarium.games.biblios.kernels.rules import BIDS, PASS
from armarium.games.biblios.lab.hearing import Hearing, Listener, Said, Standing, explained
from armarium.games.biblios.lab.kernels.heard_worlds import ask_again, recall_piles
from armarium.games.biblios.players.learnt.thinking import Thinker
from armarium.games.biblios.sketch import Sketch
from armarium.games.biblios.state import AUCTION, NONE
from armarium.players import load, position_of
from armarium.players.network.network import network_of
from tests.players.biblios.imagined import imagined, pile_cards


def auctions(seats, seed, player="prior:warmth=1"):
    """Every bidding position of a game, with what each memory heard and what was really said until then."""
    game, chooser = Game.new(seats, seed), load(player, seed)
    memories = [Hearing() for _ in range(seats)]
    words, auction = [], None
    while (seat := game.to_act) is not None:
        view = game.view(seat)
        if view["step"] == "bid" and auction != (view["lot_number"], *view["barred"]):
            words, auction = [], (view["lot_number"], *view["barred"])
        heard = memories[seat].listen(view)
        code = CODES[chooser.choose(position_of(game, seat))]
        memories[seat].answer(code)
        if view["step"] == "bid":
            yield game.copy(), view, heard, list(words), memories[seat]
            leader = NONE if view["leader"] is None else view["leader"]
            passed = sum(1 << other for other in view["passed"])
            words.append((seat, Standing(view["bid"], leader, passed), code))
        game.play(TEXTS[code], seat=seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_remembered_was_said(seats):
    topped = exact = 0
    for seed in range(3):
        for _, view, heard, words, _ in auctions(seats, seed):
            others = [word for word in words if word[0] != view["you"]]
            assert [said.seat for said in heard] == [seat for seat, _, _ in others]
            for said, (_, before, code) in zip(heard, others, strict=True):
                assert said.first <= code <= said.last
                topped += said.first != said.last
                exact += said.before == before
                if seats == 2:
                    assert (said.before, said.first, said.last) == (before, code, code)
    assert exact > 100
    assert topped or seats == 2


def test_whoever_is_asked_again_has_heard_the_same():
    for _, view, heard, _, memory in auctions(3, 8):
        assert memory.listen(view) == heard


def test_whoever_was_not_there_claims_nothing_that_cannot_be():
    """A bid of the seat itself that it does not remember: what stands cannot have come about without it."""
    seen = 0
    for _, view, heard, words, _ in auctions(3, 5):
        late = Hearing().listen(view)
        own = [word for word in words if word[0] == view["you"]]
        assert own or late == heard
        if own and late:
            seen += 1
            assert all(BIDS <= said.first <= PASS for said in late)
    assert Hearing().listen(Game.new(2, 1).view(0)) == []


def test_an_answer_that_was_not_given_is_noticed():
    game = auctioned()
    memory, seat = Hearing(), game.to_act
    memory.listen(game.view(seat))
    memory.answer(CODES["pass"])  # but somebody bids in its place
    game.play("bid 2", seat=seat)
    game.play("bid 5", seat=game.to_act)
    assert memory.listen(game.view(seat)) == []


def auctioned(seats=2, seed=3):
    game, player = Game.new(seats, seed), load("novice", 1)
    while game.view(None)["step"] != "bid":
        game.play(player.choose(position_of(game, game.to_act)))
    return game


def test_asking_again_leaves_worlds_as_they_are():
    game = auctioned()
    seat = game.to_act
    worlds = imagined(game.view(seat), 8)
    before = worlds.tobytes()
    odds = np.full(8, 1 << 40, np.int64)
    said = [Said(1 - seat, Standing(), BIDS + 2, BIDS + 2)]
    found = explained(network_of("biblios"), worlds, said, odds)
    assert worlds.tobytes() == before
    assert found.dtype == np.int64 and (found > 0).all() and found.max() < 1 << 41
    again = explained(network_of("biblios"), worlds, said, odds)
    np.testing.assert_array_equal(found, again)
    rows, masks = np.empty((8, 1 << 12), np.int64), np.empty((8, 64), np.int64)
    ask_again(worlds, 1 - seat, 0, NONE, 0, rows, masks)
    assert worlds.tobytes() == before


@pytest.mark.parametrize("seats", [2, 3])
def test_the_true_world_explains_what_was_said(seats):
    """On average its share among worlds that look the same grows by a third at least."""
    network, gains = network_of("biblios"), []
    for seed in (21, 22):
        for game, view, heard, _, _ in list(auctions(seats, seed, "prior:warmth=0"))[::4]:
            if not heard:
                continue
            worlds = np.concatenate([imagined(view, 31), game._states])
            odds = explained(network, worlds, heard, np.full(32, 1 << 30, np.int64))
            gains.append(np.log(odds[-1] / odds.sum() * 32))
    assert len(gains) > 10
    assert np.mean(gains) > 0.3


def test_worlds_of_a_listener_explain_more():
    network, even = network_of("biblios"), np.full(32, 1 << 30, np.int64)
    mine, others = 0.0, 0.0
    for _, view, heard, _, _ in list(auctions(2, 23, "prior:warmth=0"))[::3]:
        if heard:
            logits = np.zeros(len(TEXTS), np.int64)
            alike = Thinker(network, view, 3, logits).worlds(16)
            found = Listener(network, view, 3, logits, heard).worlds(16)
            odds = explained(network, np.concatenate([alike, found]), heard, even)
            others += odds[:16].sum() / odds.sum()
            mine += odds[16:].sum() / odds.sum()
    assert mine > 1.2 * others > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_others_of_a_world_know_what_they_put_on_the_pile(seats):
    game, player = Game.new(seats, 4), load("prior:warmth=1", 4)
    for turn in range(400):
        if (seat := game.to_act) is None:
            break
        if turn % 17 == 0:
            view = game.view(seat)
            worlds = Sketch(view).imagine_all(np.arange(16, dtype=np.uint32).reshape(2, 8))
            mine = worlds["may"][:, seat].copy()
            recall_piles(worlds, seat)
            np.testing.assert_array_equal(worlds["may"][:, seat], mine)
            for world in worlds:
                # Nothing is known to lie there that does not, and every card of theirs is known to one of them.
                pile = pile_cards(world["at"][AUCTION])
                known = [pile_cards(_surely_there(world["may"][eye])) for eye in range(seats)]
                assert all(not own - pile for own in known)
                others = sum((own for eye, own in enumerate(known) if eye != seat), pile - pile)
                assert others.total() >= pile.total() - known[seat].total()
                if seats == 2:
                    truly = pile_cards(_surely_there(game._states[0]["may"][1 - seat]))
                    assert known[1 - seat].total() >= truly.total()
        game.play(player.choose(position_of(game, seat)))


def _surely_there(may):
    """Labels that an eye knows to be on the pile."""
    elsewhere = np.bitwise_or.reduce(np.delete(may, AUCTION, axis=1), axis=1)
    return may[:, AUCTION] & ~elsewhere
