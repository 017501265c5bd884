"""Every kind of event has its sentence, in both languages and for every reader."""

import random
import re
from pathlib import Path

import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.terminal.event_sentences import KINDS, Happening, brief, tell
from armarium.games.biblios.terminal.naming import Reader

ROOT = Path(__file__).parents[2]
NAMES = ("Agnes", "Bruno", "Clara", "Denis")

OPEN = {"seat": 1, "card": "monks-2a"}
HIDDEN = {"seat": 1}
DIE = {"category": "tomes", "from": 3, "to": 4}
WON = {"category": "monks", "seat": 1, "total": 9, "points": 5}
END = {"winners": [1], "points": [3, 8, 8, 0]}
# Each kind in each of its shapes.
SAMPLES = [
    ("game-begun", {"seat": 1}),
    *((kind, facts) for kind in ("card-kept", "card-auctioned", "card-drawn") for facts in (OPEN, HIDDEN)),
    ("card-made-public", OPEN),
    ("card-taken", OPEN),
    ("turn-begun", HIDDEN),
    ("phase-begun", {"phase": "auction"}),
    ("lot-turned-up", {**OPEN, "number": 1}),
    ("bid", {"seat": 1, "amount": 1}),
    ("bid", {"seat": 1, "amount": 4}),
    ("passed", HIDDEN),
    ("lot-won", {**OPEN, "amount": 4}),
    ("card-paid", {"seat": 1, "card": "gold-3", "face": "up"}),
    ("card-paid", {**OPEN, "face": "down"}),
    ("card-paid", {"seat": 1, "face": "down"}),
    ("lot-bought", {**OPEN, "amount": 4}),
    ("lot-bought", {"seat": 1, "card": "gold-3", "amount": 1}),
    ("could-not-pay", {"seat": 1, "amount": 4}),
    ("refused-to-pay", {"seat": 1, "amount": 4}),
    ("card-stolen", {**OPEN, "from": 2}),
    ("card-stolen", {"seat": 2, "from": 1, "card": "gold-1"}),
    ("card-stolen", {"seat": 1, "from": 2}),
    ("card-lost", {**OPEN, "by": 2}),
    ("card-lost", {"seat": 1, "by": 2}),
    ("lot-offered-again", {"card": "church~1", "barred": [1, 2]}),
    ("lot-discarded", {"card": "church-1x2"}),
    ("church-acquired", {"seat": 1, "card": "church+1"}),
    ("church-used", {"seat": 1, "card": "church+1", "dice": [DIE]}),
    ("church-used", {"seat": 1, "card": "church-1", "dice": [{**DIE, "to": 2}]}),
    ("church-used", {"seat": 1, "card": "church+1x2", "dice": [{**DIE, "category": "monks"}, DIE]}),
    ("church-declined", {"seat": 1, "card": "church+1"}),
    ("hands-revealed", {"hands": [[], [], [], []]}),
    ("category-won", {**WON, "tied": [], "letter": None}),
    ("category-won", {**WON, "tied": [1, 2], "letter": "B"}),
    ("category-unclaimed", {"category": "monks", "points": 3}),
    *(("game-won", {**END, "decided_by": how}) for how in ("points", "gold", "holy-books")),
    ("game-won", {"winners": [1, 2], "points": [3, 8, 8, 0], "decided_by": "shared"}),
]  # fmt: skip


def test_the_samples_show_every_kind():
    assert {kind for kind, _ in SAMPLES} == set(KINDS)


def test_every_kind_of_the_documentation_is_told():
    text = (ROOT / "docs" / "views.md").read_text(encoding="utf-8")
    table = text.partition("## Events of Biblios")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    documented = {kind for row in rows for kind in re.findall(r"`([a-z-]+)`", row)}
    assert documented == set(KINDS) - {"game-begun"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("kind", "facts"), SAMPLES)
def test_a_sentence_for_each_reader(kind, facts, language):
    for edition in ("iello", "scripts-and-scribes", "manual"):
        for you in (None, 0, 1, 2):
            if (
                you == 1
                and "card" not in facts
                and kind.startswith("card-")
                and kind != "card-stolen"
            ):
                continue  # one always sees one's own card
            for lot in ("monks-2a", "gold-2"):
                happening = Happening({"event": kind, **facts}, lot, by_gold_cards=you == 0)
                said = tell(happening, Reader(language, edition, NAMES, you))
                assert said.endswith(".")
                assert said[0].isupper()
                assert "{" not in said


def test_bids_are_gold_or_cards_by_what_is_on_offer():
    reader = Reader("en", "iello", NAMES, 0)
    event = {"event": "bid", "seat": 1, "amount": 2}
    assert tell(Happening(event, "monks-2a"), reader) == "Bruno bid 2 gold."
    assert tell(Happening(event, "gold-3"), reader) == "Bruno bid 2 cards."


def test_the_robbed_and_the_taker_read_it_from_their_side():
    event = {"event": "card-stolen", "seat": 1, "from": 2, "card": "tomes-2i"}
    said = [tell(Happening(event), Reader("en", "iello", NAMES, you)) for you in (1, 2, None)]
    assert said == [
        "You drew Forbidden Tome 2 I from Clara.",
        "Bruno drew Forbidden Tome 2 I from your hand.",
        "Bruno drew Forbidden Tome 2 I from Clara.",
    ]


def test_a_shared_win_names_all_who_share_it():
    event = {
        "event": "game-won",
        "winners": [0, 1, 3],
        "points": [5, 5, 0, 5],
        "decided_by": "shared",
    }
    reader = Reader("en", "iello", NAMES, None)
    assert tell(Happening(event), reader).startswith("Agnes, Bruno and Denis shared the win")
    reader = Reader("fr", "iello", NAMES, 1)
    assert tell(Happening(event), reader).startswith(
        "Vous avez partagé la victoire avec Agnes et Denis"
    )


def test_a_brief_log_leaves_out_what_the_next_line_says():
    reader = Reader("en", "iello", NAMES, 0)
    events = [
        {"event": "card-drawn", "seat": 1},
        {"event": "lot-won", "seat": 1, "card": "gold-3", "amount": 2},
        {"event": "card-paid", "seat": 1, "face": "down"},
        {"event": "card-paid", "seat": 1, "face": "down"},
        {"event": "lot-bought", "seat": 1, "card": "gold-3", "amount": 2},
        {"event": "lot-won", "seat": 2, "card": "gold-2", "amount": 9},
        {"event": "could-not-pay", "seat": 2, "amount": 9},
    ]
    assert brief((Happening(event) for event in events), reader) == [
        "Bruno paid 2 cards face down.",
        "Bruno got Gold 3 for 2 cards.",
        "Clara won the auction of Gold 2 with a bid of 9.",
        "Clara could not pay the bid of 9.",
    ]


@pytest.mark.parametrize("penalty", ["standard", "medieval-bluff"])
@pytest.mark.parametrize("edition", ["iello", "manual"])
def test_whole_games_are_told_to_every_eye(edition, penalty):
    chance = random.Random(5)
    game = Game.new(seats=4, seed=5, edition=edition, penalty=penalty, open_collections=True)
    while game.to_act is not None:
        events = game.play(chance.choice(game.legal()))
        lot = game.view(None)["lot"]
        for eye in (None, 0, 1, 2, 3):
            for event in game.seen(eye):
                assert tell(Happening(event, lot), Reader("fr", edition, NAMES, eye))
        for event in events:
            assert tell(Happening(event, lot), Reader("en", edition, NAMES))
