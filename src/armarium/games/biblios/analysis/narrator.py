"""Why a seat won or lost a game of Biblios: the dice, the mistakes and their prices (analysis/story.py)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from armarium.analysis.report import Chapter, Decision, Price, RecordFacts, Result, Sentence
from armarium.core.game import BaseGame
from armarium.games.biblios.analysis.hinting import points_of_reason
from armarium.games.biblios.naming import CATEGORIES, BibliosNames, is_gold
from armarium.text.catalogue import Functions
from armarium.text.events import join_list

__all__ = ["BibliosStoryteller"]

CHANCE_PER_POINT = 0.17  # the median over the mistakes of the golden stories
_GIFTS = {"keep": "kept", "auction": "auctioned", "public": "made-public", "take": "took"}


class BibliosStoryteller:
    def collect(self, games: Sequence[BaseGame]) -> tuple[list[Chapter], list[dict[str, Any]]]:
        chapters: list[Chapter] = [{"v": 0, "kind": "gift", "number": 1}]
        moves: list[dict[str, Any]] = []
        for v, (before, after) in enumerate(itertools.pairwise(games)):
            _, action = after.last_action
            events = {event["event"]: event for event in after.seen(None)}
            truth = before.truth()
            moves.append({**_describe_move(truth, v, action), "dice": truth["dice"]})
            if "could-not-pay" in events or "refused-to-pay" in events:
                _add_penalty(moves, [game.last_action for game in games[1 : v + 2]], before, after)
            if "lot-bought" in events:
                _add_buyer(moves, events["lot-bought"])
            if "lot-turned-up" in events:
                number = events["lot-turned-up"]["number"]
                chapters.append({"v": v + 1, "kind": "auction", "number": number})
            elif "turn-begun" in events:
                chapters.append({"v": v + 1, "kind": "gift", "number": chapters[-1]["number"] + 1})
        return chapters, moves

    def tell_result(self, facts: RecordFacts, seat: int, result: Result) -> list[Sentence]:
        outcome, winners = facts["outcome"], facts["winners"]
        points = outcome["points"]
        others = [other for other in range(len(points)) if other != seat]
        best = max(others, key=lambda other: points[other])
        params: dict[str, Any] = {"seat": seat, "own": points[seat], "winners": winners}
        if result == "lost":
            way = "" if points[winners[0]] > points[seat] else "-tie"
            params |= {"points": points[winners[0]], "by": outcome["decided_by"]}
            return [{"code": f"lost{way}", "facts": params}, *_tell_lost_die(facts, seat)]
        if result == "shared":
            params |= {"others": [other for other in winners if other != seat]}
            return [{"code": "shared", "facts": params}]
        way = "" if points[best] < points[seat] else "-tie"
        params |= {"second": best, "theirs": points[best], "by": outcome["decided_by"]}
        return [{"code": f"won{way}", "facts": params}, *_tell_won_die(facts, seat)]

    def tell_decision(
        self, facts: RecordFacts, decision: Decision, price: Price | None
    ) -> tuple[Sentence, Sentence | None]:
        v, move = decision["v"], facts["moves"][decision["v"]]
        chapter = [one for one in facts["chapters"] if one["v"] <= v][-1]
        params = {"seat": decision["seat"], "number": chapter["number"], "card": move["card"]}
        verb, *what = decision["action"].split()
        if verb in _GIFTS:
            did: Sentence = {"code": _GIFTS[verb], "facts": params}
        elif verb == "bid":
            did = {"code": "bid", "facts": {**params, "amount": int(what[0])}}
            if "lost" in move:
                did = {
                    "code": "overbid",
                    "facts": {
                        **params,
                        "amount": int(what[0]),
                        "have": move["have"],
                        "lost": move["lost"],
                    },
                }
            elif "refused" in move:
                refused = {**params, "amount": int(what[0]), "lost": move["refused"]}
                did = {"code": "bid-refused", "facts": refused}
            elif price is not None and price["paid"] > price["worth"]:
                did = {
                    "code": "bought-helped" if _has_helped(facts, params) else "bought",
                    "facts": {**params, "paid": price["paid"], "worth": price["worth"]},
                }
        elif verb == "pass":
            did = {"code": "passed", "facts": params}
            if "buyer" in move:
                is_own = move["buyer"] == decision["seat"]
                did = {
                    "code": "passed-at-first" if is_own else "passed-sold",
                    "facts": {**params, "buyer": move["buyer"], "paid": move["paid"]},
                }
        elif verb == "pay":
            did = {"code": "paid-with", "facts": {**params, "paid_card": what[0]}}
        elif verb == "refuse":
            did = {"code": "refused", "facts": {**params, "lost": move.get("lost", [])}}
        else:
            at = {"kind": chapter["kind"], "number": chapter["number"]}
            facts_of_dice = {**params, "at": at, **_dice(what)}
            did = {"code": f"church-{_church(verb, what)}", "facts": facts_of_dice}
        if decision["best"] == decision["action"]:
            return did, None
        verb, *what = decision["best"].split()
        known = {"take": "card", "pay": "card"}
        named: dict[str, Any] = (
            {"lot": move["card"], **_dice(what)} if verb not in known else {"card": what[0]}
        )
        if verb == "bid":
            named = {"lot": move["card"], "amount": int(what[0])}
        code = f"better-{_church(verb, what) if verb in ('raise', 'lower') else verb}"
        if did["code"] == "passed-sold" and verb == "bid" and int(what[0]) <= move["paid"]:
            code = "better-stay"  # this bid alone would not have bought the card
        return did, {"code": code, "facts": named}

    def measure_reason(self, facts: RecordFacts, decision: Decision, is_priced: bool) -> float:
        reason = decision["because"] or {"code": "", "facts": {}}
        if reason["code"] == "gold-kept" and is_priced:  # the price already tells the gold
            return 0.0
        dice = facts["moves"][decision["v"]]["dice"]
        return CHANCE_PER_POINT * points_of_reason(reason["code"], reason["facts"], dice)

    def functions(self, options: Mapping[str, Any], language: str) -> Functions:
        names = BibliosNames(language, options["edition"], ())

        def amount(count: int, card: str) -> str:
            key = "biblios_count_cards" if is_gold(card) else "biblios_story_gold"
            return names.translate(key, count=count)

        return {
            "at": lambda at: names.translate(f"biblios_story_at_{at['kind']}", number=at["number"]),
            "card": names.card,
            "lot": names.card,
            "paid_card": names.card,
            "category": names.category,
            "first_die": names.category,
            "second_die": names.category,
            "price": amount,
            "cards": lambda cards: join_list(language, [names.card(card) for card in cards]),
            "tie": lambda by: by if by == "gold" else "order",
            "none": lambda count: "yes" if count == 0 else "no",
            "points_text": lambda count: names.translate("biblios_story_points", count=count),
        }


def _church(verb: str, what: Sequence[str]) -> str:
    return f"{verb}-two" if len(what) == 2 else verb


def _dice(what: Sequence[str]) -> dict[str, str]:
    return dict(zip(("category",) if len(what) == 1 else ("first_die", "second_die"), what))


def _describe_move(truth: Mapping[str, Any], v: int, action: str) -> dict[str, Any]:
    """Return the card of a decision, and which decisions belong together."""
    verb, *what = action.split()
    if verb == "take":
        return {"group": v, "card": what[0]}
    if verb in _GIFTS:
        return {"group": v, "card": truth["draw"][0]}
    if truth["church"] is not None:
        return {"group": v, "card": truth["church"]}
    lot = str(truth["lot"])
    if verb in ("pay", "refuse"):
        return {"group": "pay", "card": lot}
    return {"group": "bid", "card": lot, "bid": truth["bid"], "is_bid": verb == "bid"}


def _add_penalty(
    moves: list[dict[str, Any]], actions: Sequence[tuple[int, str]], before: BaseGame, after: BaseGame
) -> None:  # fmt: skip
    """Add what a penalty cost to the bid that caused it, or to the refusal and to its bid."""
    truth = before.truth()
    last_seat, last = actions[-1]
    seat = last_seat if last == "refuse" or last.startswith("bid ") else truth["leader"]
    bid = max(v for v, one in enumerate(actions) if one[0] == seat and one[1].startswith("bid "))
    held, kept = list(truth["hands"][seat]), after.truth()["hands"][seat]
    for card in kept:
        held.remove(card)
    hand = truth["hands"][seat]
    have = len(hand) if is_gold(truth["lot"]) else sum(int(c[-1]) for c in hand if is_gold(c))
    if last == "refuse":
        moves[-1]["lost"] = moves[bid]["refused"] = held
    else:
        moves[bid] |= {"lost": held, "have": have}


def _add_buyer(moves: list[dict[str, Any]], event: Mapping[str, Any]) -> None:
    """Add the buyer and the price to the bids and passes for this card."""
    for move in reversed(moves):
        if move["group"] not in ("bid", "pay"):
            break
        if move["card"] == event["card"]:
            move |= {"buyer": event["seat"], "paid": event["amount"]}


def _has_helped(facts: RecordFacts, bought: Mapping[str, Any]) -> bool:
    """Return whether a card that the winner bought helped to win the die that decided the game."""
    if facts["winners"] != [bought["seat"]]:
        return False
    die = _tell_won_die(facts, bought["seat"])[0]
    if die["code"] not in ("die-won", "die-won-letter"):
        return False
    category, _, value = bought["card"].rpartition("-")
    needed = die["facts"]["own"] - die["facts"]["theirs"]
    return bool(category == die["facts"]["category"] and int(value[0]) >= needed)


def _tell_lost_die(facts: RecordFacts, seat: int) -> list[Sentence]:
    """Tell the closest lost die that would have won the game."""
    outcome = facts["outcome"]
    near = []
    for category in CATEGORIES:
        holder, totals = outcome["categories"][category], outcome["totals"][category]
        if holder in (None, seat):
            continue
        ranks = _rank_with_die(outcome, category, seat)
        best = max(ranks[:seat] + ranks[seat + 1 :])
        if ranks[seat] > best:
            die, is_level = outcome["dice"][category], ranks[seat][0] == best[0]
            near.append((is_level, totals[holder] - totals[seat], -die, category, holder))
    if not near:
        return [{"code": "no-die-lost", "facts": {"seat": seat}}]
    is_level, _, _, category, holder = min(near)
    told = _tell_die("die-lost", facts, category, seat, holder)
    return [told, _tell_level(seat)] if is_level else [told]


def _tell_won_die(facts: RecordFacts, seat: int) -> list[Sentence]:
    """Tell the closest die without which the game would not have been won."""
    outcome = facts["outcome"]
    near = []
    for category in CATEGORIES:
        totals, die = outcome["totals"][category], outcome["dice"][category]
        if outcome["categories"][category] != seat:
            continue
        for other in [other for other in range(len(totals)) if other != seat]:
            ranks = _rank_with_die(outcome, category, other)
            best = max(ranks)
            if ranks[seat] < best:
                is_level = ranks[seat][0] == best[0]
                margin = totals[seat] - totals[other]
                near.append((is_level, margin, -die, category, other, ranks.index(best)))
    if not near:
        return [{"code": "no-die-won", "facts": {"seat": seat}}]
    is_level, _, _, category, rival, ahead = min(near)
    told = _tell_die("die-won", facts, category, seat, rival)
    return [told, _tell_level(ahead)] if is_level else [told]


def _tell_level(seat: int) -> Sentence:
    return {"code": "level-by-gold", "facts": {"seat": seat}}


def _rank_with_die(outcome: Mapping[str, Any], category: str, taker: int) -> list[tuple[int, int]]:
    """Return every seat's points and gold, which breaks ties, as if one seat had won a die of another."""
    points = list(outcome["points"])
    points[outcome["categories"][category]] -= outcome["dice"][category]
    points[taker] += outcome["dice"][category]
    gold = outcome["gold" if outcome["options"]["game_tie"] == "gold-value" else "gold_cards"]
    return list(zip(points, gold, strict=True))


def _tell_die(code: str, facts: RecordFacts, category: str, seat: int, other: int) -> Sentence:
    outcome = facts["outcome"]
    totals = outcome["totals"][category]
    params = {
        "seat": seat,
        "category": category,
        "die": outcome["dice"][category],
        "rival": other,
        "own": totals[seat],
        "theirs": totals[other],
        "letter": outcome["letters"][category][outcome["categories"][category]],
    }
    way = (
        "-letter" if totals[seat] == totals[other]
        else "-none" if not totals[seat]
        else "-alone" if not totals[other]
        else ""
    )  # fmt: skip
    return {"code": code + way, "facts": params}
