"""The oracle's reading of the end: books, florins, the prestige collection, and the rank."""

RANKS = [
    (44, "grand-librarian"),
    (33, "guildmaster"),
    (20, "master"),
    (8, "journeyman"),
    (0, "apprentice"),
]


def is_finished(artisans, need):
    return all(artisans[kind] == number for kind, number in need.items())


def count_books(sold, finished, count_when, cite):
    """G-40: a book is produced when it is sold; by the switch also those that stand finished at the end."""
    if finished and count_when == "sold":
        cite("G-40", "finished and unsold: nothing")
    if finished and count_when == "finished":
        cite("G-40", "finished and unsold: counts by the switch")
        return {tower: n + (tower in finished) for tower, n in sold.items()}
    return dict(sold)


def is_fulfilled(need, books, cite):
    """G-37: all or nothing."""
    met = [tower for tower, n in need.items() if books[tower] >= n]
    if len(met) < len(need):
        cite("G-37", "met in part: nothing" if met else "missed")
        return False
    cite("G-37", "fulfilled")
    if any(books[tower] > need.get(tower, 0) for tower in books):
        cite("G-38", "more books than the collection needs")
    return True


def find_rank(score):
    return next(rank for least, rank in RANKS if score >= least)


def compute_outcome(sold, finished, florins, prestige, counts, count_when, cite):
    """outcome() of a finished game."""
    books = count_books(sold, finished, count_when, cite)
    fulfilled = is_fulfilled(prestige["need"], books, cite)
    cite("G-36", "a remainder is worth nothing" if florins % 5 else "fives exactly")
    total = sum(books.values())
    prestige_vp = prestige["vp"] if fulfilled else 0
    score = total * counts["vp_per_book"] + florins // counts["florins_per_vp"] + prestige_vp
    cite("G-44", find_rank(score))
    return {
        "score": score,
        "books": total,
        "by_tower": books,
        "florins": florins,
        "prestige": fulfilled,
        "prestige_vp": prestige_vp,
        "rank": find_rank(score),
        "winners": [0],
    }
