"""Twin truths: two games that differ only in what one observer has not seen.

A game is followed card by card from the referee's events. Then two things change that the observer cannot notice up
to a horizon. Cards that it has never seen exchange their faces. Where a card left a hand unseen, another card of that
hand may have left instead, if the observer sees neither of them again before the horizon. The twin game is dealt and
played from that, with the same actions except face-down payments of others. The order of the auction pile and the
penalty draws are forced.

The abilities of the players (B-6.5) must not change: if a player can suddenly pay, the game is not a twin.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from .oracle_cards import RANK, is_church, is_gold, list_removed_gold


class NoTwin(Exception):
    """The changed game would have gone differently."""


@dataclass
class StoryMove:
    """The move of one card, given by its number, from zone to zone."""

    time: int
    card: int
    source: str
    target: str
    is_seen: bool
    event: str


@dataclass
class CardStory:
    """A game recorded card by card: `face[n]` is the kind of card n; `box` and `deck` hold card numbers in order."""

    observer: int | None
    face: list
    box: list
    deck: list
    moves: list = field(default_factory=list)
    actions: list = field(default_factory=list)  # (seat, text)
    course: list = field(default_factory=list)  # the referee's events, without cards
    received: list = field(
        default_factory=list
    )  # what the observer saw: view and events as they were


UP = "up"


def record_story(game, observer, choose, horizon, received):
    """Play up to the horizon with choose(game) and record the moves, and received(game, observer) at each step."""
    truth = game.truth()
    face = [*truth["box"], *truth["draw"]]
    numbers = list(range(len(face)))
    box, deck = numbers[: len(truth["box"])], numbers[len(truth["box"]) :]
    story = CardStory(observer, face, box, deck)
    at = {"draw": list(deck)}
    is_open = game.options["open_collections"]
    story.received.append(received(game, observer))
    _record_start(story, game)
    while game.to_act is not None and len(story.actions) < horizon:
        action = choose(game)
        story.actions.append((game.to_act, action))
        events = game.play(action)
        for event, of_all in zip(events, game.seen(None), strict=True):
            for source, target, card in _list_moves(event, "card" in of_all, at, face, is_open):
                if source != target:
                    at[source].remove(card)
                    at.setdefault(target, []).append(card)
                is_seen = source.startswith("open") or _can_see(observer, event)
                story.moves.append(
                    StoryMove(len(story.actions), card, source, target, is_seen, event["event"])
                )
        story.course.append([_remove_cards(event) for event in events])
        story.received.append(received(game, observer))
    return story


def _record_start(story, game):
    """Record the first card drawn and the gold that all viewers know to be in the box."""
    if game.to_act == story.observer:
        story.moves.append(StoryMove(0, story.deck[0], "draw", "draw", True, "card-drawn"))
    for kind, copies in Counter(list_removed_gold(game.seats)).items():
        for card in [card for card in story.box if story.face[card] == kind][:copies]:
            story.moves.append(StoryMove(0, card, "box", "box", True, "removed"))


def _remove_cards(event):
    facts = {
        key: value
        for key, value in event.items()
        if key in ("event", "seat", "from", "by", "face", "barred")
    }
    return sorted(facts.items(), key=str)


def _can_see(observer, event):
    """Return True if this observer sees the card of an event (B-6.1, B-6.2, B-3.11)."""
    name = event["event"]
    if name in ("card-drawn", "card-auctioned", "card-lost"):
        return event["seat"] == observer
    if name == "card-kept":
        return event["seat"] == observer or is_church(event["card"])
    if name == "card-paid":
        return event["seat"] == observer or event["face"] == "up"
    if name == "card-stolen":
        return observer in (event["seat"], event["from"])
    return True


def _list_moves(event, all_see, at, face, is_open):
    """The moves of an event: (source, target, card). If all see what leaves a hand, of equal cards an open one goes."""
    name, seat, kind = event["event"], event.get("seat"), event.get("card")

    def find_card(zone):
        return next(card for card in at[zone] if face[card] == kind)

    def find_hand_zone(owner):
        held = any(face[card] == kind for card in at.get(f"open-{owner}", ()))
        return f"open-{owner}" if held and all_see else f"hand-{owner}"

    if name in ("card-kept", "card-auctioned", "card-made-public", "card-drawn"):
        targets = {"card-auctioned": "auction", "card-made-public": UP, "card-drawn": "draw"}
        target = targets.get(name, UP if is_church(kind) else f"hand-{seat}")
        return [("draw", target, at["draw"][0])]
    if name == "card-taken":
        hand = f"open-{seat}" if is_open else f"hand-{seat}"
        return [(UP, UP if is_church(kind) else hand, find_card(UP))]
    if name == "lot-turned-up":
        return [("auction", UP, find_card("auction"))]
    if name == "lot-bought" and not is_church(kind):
        return [(UP, f"hand-{seat}", find_card(UP))]
    if name == "card-paid":
        source = find_hand_zone(seat)
        return [(source, UP if event["face"] == "up" else "down", find_card(source))]
    if name in ("card-stolen", "card-lost"):
        source = find_hand_zone(event.get("from", seat))
        return [(source, "down" if name == "card-lost" else f"hand-{seat}", find_card(source))]
    if name == "hands-revealed":
        hands = [f"hand-{owner}" for owner in range(len(event["hands"]))]
        return [(hand, UP, card) for hand in hands for card in list(at.get(hand, ()))]
    return []


# -------------------------------------------------------------------------------- another truth


def make_twin_story(story, rng, *, keeps_gold):
    """Return a story that its observer cannot tell from this one, with other cards, or None if nothing can change.

    With `keeps_gold`, gold is exchanged with gold of the same value only: everyone can still pay what they paid.
    """
    twin = CardStory(story.observer, list(story.face), story.box, story.deck, course=story.course)
    twin.actions = list(story.actions)
    twin.moves = [StoryMove(**vars(move)) for move in story.moves]
    number = _exchange_futures(twin, rng, keeps_gold)
    number += _exchange_faces(twin, rng, keeps_gold)
    return twin if number else None


def _find_group(face, keeps_gold):
    return face if keeps_gold and is_gold(face) else None


def _exchange_futures(twin, rng, keeps_gold):
    """Exchange cards that left a hand unseen with other cards of that hand."""
    last_seen = {move.card: i for i, move in enumerate(twin.moves) if move.is_seen}
    at, number = defaultdict(set), 0
    for i, move in enumerate(twin.moves):
        if move.source.startswith("hand") and not move.is_seen and last_seen.get(move.card, -1) < i:
            others = [
                card
                for card in sorted(at[move.source])
                if last_seen.get(card, -1) < i
                and twin.face[card] != twin.face[move.card]
                and _find_group(twin.face[card], keeps_gold)
                == _find_group(twin.face[move.card], keeps_gold)
            ]
            if others and rng.random() < 0.7:
                _swap_cards(twin.moves[i:], move.card, rng.choice(others))
                number += 1
        at[move.source].discard(move.card)
        at[move.target].add(move.card)
    return number


def _swap_cards(moves, a, b):
    for move in moves:
        move.card = {a: b, b: a}.get(move.card, move.card)


def _exchange_faces(twin, rng, keeps_gold):
    """Shuffle the faces of the cards that the observer has never seen."""
    seen = {move.card for move in twin.moves if move.is_seen}
    held = {move.card for move in twin.moves if move.target.startswith("hand")}
    groups = defaultdict(list)
    for card in range(len(twin.face)):
        if card not in seen:
            groups[_find_group(twin.face[card], keeps_gold)].append(card)
    number = 0
    for group in groups.values():
        faces = [twin.face[card] for card in group]
        rng.shuffle(faces)
        faces.sort(key=is_church)  # a church card is never in a hand: hands choose first …
        group.sort(key=lambda card: card not in held)
        free = faces[sum(card in held for card in group) :]
        rng.shuffle(free)  # … and among the rest it may be any
        faces[len(faces) - len(free) :] = free
        for card, face in zip(group, faces):
            number += twin.face[card] != face
            twin.face[card] = face
    return number


# -------------------------------------------------------------------------------- played


def make_deal(story, seats):
    """Return the deal of a story for Game.new, without the gold removed by name."""
    box = list(
        (
            Counter(story.face[card] for card in story.box) - Counter(list_removed_gold(seats))
        ).elements()
    )
    lots = [story.face[move.card] for move in story.moves if move.event == "lot-turned-up"]
    first = story.actions[0][0]
    return {
        "draw": [story.face[card] for card in story.deck],
        "box": box,
        "first": first,
        "auction": lots,
    }


def replay(story, game, force, received):
    """Play a changed story and yield (time, received). `force(game, n)` queues the result of a draw."""
    hands = defaultdict(list)
    moves = defaultdict(list)
    for move in story.moves:
        moves[move.time].append(move)
    yield 0, received(game, story.observer)
    for time, (seat, action) in enumerate(story.actions, 1):
        after = {zone: list(cards) for zone, cards in hands.items()}
        for move in moves[time]:
            if move.event in ("card-stolen", "card-lost"):
                force(game, _find_hand_index(story, after, move))
            _apply_move(after, move)
        paid = next((m for m in moves[time] if m.event == "card-paid" and m.target == "down"), None)
        if paid:
            action = f"pay {story.face[paid.card]}"
            open_kinds = {story.face[card] for card in hands[paid.source.replace("hand", "open")]}
            if paid.source.startswith("hand") and story.face[paid.card] in open_kinds:
                raise NoTwin("of equal cards the open one is paid first")
        hands = defaultdict(list, after)
        if game.to_act != seat or action not in game.legal():
            raise NoTwin(f"{action} is not possible")
        course = [_remove_cards(event) for event in game.play(action)]
        if course != story.course[time - 1]:
            raise NoTwin("another course")
        yield time, received(game, story.observer)


def _apply_move(hands, move):
    if move.card in hands.get(move.source, ()):
        hands[move.source].remove(move.card)
    if move.target.startswith(("hand", "open")):
        hands.setdefault(move.target, []).append(move.card)


def _find_hand_index(story, hands, move):
    """Return the index of a card in its owner's hand. Open cards come before equal hidden ones."""
    owner = move.source.partition("-")[2]
    cards = [(RANK[story.face[c]], 0, c) for c in hands.get(f"open-{owner}", ())]
    cards += [(RANK[story.face[c]], 1, c) for c in hands.get(f"hand-{owner}", ())]
    return [card for _, _, card in sorted(cards)].index(move.card)
