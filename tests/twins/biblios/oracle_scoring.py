"""The oracle's reading of B-5: categories, points, and who wins the game.

How B-5.4 is read. The tied are those with most points; each step keeps the best of those still tied, and the
first step that leaves one player alone has decided the game.

Tie-break "gold-value" (iello, scripts-and-scribes):
  1. most gold, by value;
  2. a player still tied who won the monks category;
  3. otherwise, if anyone still tied holds monks: the highest total in monks among the tied, then among those still
     equal the letter nearest to A. Letters are unique, so this always leaves one player;
  4. if none of them holds any monks: the same two comparisons in pigments, then holy-books, manuscripts, tomes.
Tie-break "gold-cards" (manual):
  1. most gold cards;
  2. the highest total in monks, then in pigments, holy-books, manuscripts, tomes. Letters play no part here, and a
     category in which all the tied are equal is passed over.
Players who are still equal after the last step share the win (B-5.5). With "gold-value" that needs a table where nobody
holds any category card at all: a player who is tied with points has won a category and so holds a card of it.
"""

from .oracle_cards import CATEGORIES, add_up_values, best_letter, gold_value, is_gold


def category_winner(hands, category, cite):
    """The seat that wins the die, or None."""
    totals = [add_up_values(hand, category) for hand in hands]
    highest = max(totals)
    if highest == 0:
        cite("B-5.3")
        return None
    cite("B-5.2")
    tied = [seat for seat, n in enumerate(totals) if n == highest]
    if len(tied) > 1:
        cite("B-5.2", "equal totals, nearest to A")
    return min(tied, key=lambda seat: best_letter(hands[seat], category))


def keep_best(tied, numbers):
    """Those of the tied with the highest of the numbers (one for every seat)."""
    highest = max(numbers[seat] for seat in tied)
    return [seat for seat in tied if numbers[seat] == highest]


def break_tie_by_gold_value(tied, hands, categories, cite):
    """Steps of the tie-break as (decided_by, those still tied), for "gold-value"."""
    tied = keep_best(tied, [sum(gold_value(card) for card in hand) for hand in hands])
    cite("B-5.4", "gold by value")
    yield "gold", tied
    if categories["monks"] in tied:
        cite("B-5.4", "winner of monks")
        yield "monks", [categories["monks"]]
        return
    for category in CATEGORIES:
        if not any(add_up_values(hands[seat], category) for seat in tied):
            cite("B-5.4", "none of the tied holds any: next category")
            continue
        tied = keep_best(tied, [add_up_values(hand, category) for hand in hands])
        cite(
            "B-5.4",
            "monks totals among the tied" if category == "monks" else "later totals among the tied",
        )
        yield category, tied
        nearest = min(best_letter(hands[seat], category) for seat in tied)
        tied = [seat for seat in tied if best_letter(hands[seat], category) == nearest]
        cite("B-5.4", "letters among the tied")
        yield category, tied


def break_tie_by_gold_cards(tied, hands, categories, cite):
    """The same for "gold-cards"."""
    tied = keep_best(tied, [sum(is_gold(card) for card in hand) for hand in hands])
    cite("B-5.4", "gold cards")
    yield "gold", tied
    for category in CATEGORIES:
        before = len(tied)
        tied = keep_best(tied, [add_up_values(hand, category) for hand in hands])
        cite("B-5.4", "manual: monks total" if category == "monks" else "manual: later total")
        if len(tied) == before:
            cite("B-5.4", "manual: equal totals, next category")
        yield category, tied


def score(hands, dice, game_tie, cite):
    """outcome() of a finished game."""
    categories = {category: category_winner(hands, category, cite) for category in CATEGORIES}
    points = [
        sum(dice[c] for c in CATEGORIES if categories[c] == seat) for seat in range(len(hands))
    ]
    cite("B-5.4")
    tied = keep_best(range(len(hands)), points)
    decided_by = "points"
    if len(tied) > 1:
        steps = break_tie_by_gold_value if game_tie == "gold-value" else break_tie_by_gold_cards
        for step, still_tied in steps(tied, hands, categories, cite):
            decided_by, tied = step, still_tied
            if len(tied) == 1:
                break
    if len(tied) > 1:
        cite("B-5.5")
        decided_by = "shared"
    return {"winners": tied, "points": points, "categories": categories, "decided_by": decided_by}
