// Verifies the random draws of Bibliogamo (docs/chance.md): the collection, the deck and every reshuffle. All cards are
// public, so every drawn card is checked.
import type { Stream } from "../../shell/verify/chance";
import { Tally, type Dealt, type VerificationStep } from "../../shell/verify/verify";
import type { GameEvent, View } from "./view";

const CARDS = Array.from({ length: 47 }, (_, at) => at + 1);
const COLLECTIONS = 7;
const HAND = 5;
/** Moves a card from the hand to the discard pile. */
const DISCARDED = new Set(["block-lifted", "artisans-hired", "card-paid", "library-used"]);

export function deal(stream: Stream): { collection: number; deck: number[] } {
  return { collection: 1 + stream.below(COLLECTIONS), deck: stream.shuffle([...CARDS]) };
}

/** The cards that an event took from the draw pile, in order. */
function turnedUp(event: GameEvent): number[] {
  if (event.event === "cards-drawn") return (Array.isArray(event.cards) ? event.cards : []) as number[];
  if (event.event === "card-turned") return [Number(event.card)];
  if (event.event === "price-offered") return [Number(event.first), Number(event.second)];
  return event.event === "price-redrawn" ? [Number(event.second)] : [];
}

export function* proof({ record, stream, seen }: Dealt): Generator<VerificationStep> {
  if ("deal-draw" in record.facts) return yield { name: "chosen", ok: null };
  const { collection, deck } = deal(stream);
  yield { name: "collection", ok: (seen.view as View).prestige.id === collection, facts: { number: collection } };
  if (seen.lines.filter(({ v }) => v > 0).length !== record.actions.length) return yield { name: "unseen", ok: null };

  const hand = new Set(deck.splice(0, HAND));
  /** Cards turned over for a sale are neither in the hand nor on a pile. */
  let open: number[] = [];
  let pile = deck;
  const [cards, shuffles] = [new Tally(), new Tally()];
  for (const event of seen.lines.flatMap(({ events }) => events as GameEvent[])) {
    if (event.event === "reshuffled") {
      const away = new Set([...hand, ...open, ...pile]);
      const discard = CARDS.filter((card) => !away.has(card));
      shuffles.note(event.cards === discard.length);
      pile = [...pile, ...stream.shuffle(discard)];
    }
    if (DISCARDED.has(event.event)) cards.note(hand.delete(Number(event.card)));
    const up = turnedUp(event);
    if (up.length) cards.note(pile.splice(0, up.length).join() === up.join());
    if (event.event === "cards-drawn") up.forEach((card) => hand.add(card));
    if (event.event === "price-offered" || event.event === "price-redrawn")
      open = [Number(event.first), Number(event.second)];
    if (event.event === "book-sold") open = [];
  }
  yield { name: "cards", ok: cards.ok, facts: { count: cards.count } };
  yield { name: "shuffles", ok: shuffles.ok, facts: { count: shuffles.count } };
}
