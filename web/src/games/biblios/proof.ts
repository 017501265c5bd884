// Verifies the random draws of Biblios (docs/chance.md): the starting player, the draw pile, the auction pile and
// penalty cards. Each is compared with what this page saw.
import { Tally, type Dealt, type VerificationStep } from "../../shell/verify/verify";
import type { Stream } from "../../shell/verify/chance";
import type { GameEvent } from "./view";

const LOW = "222233344";
const HIGH = "111111122";
const VALUES = { monks: LOW, pigments: LOW, "holy-books": HIGH, manuscripts: HIGH, tomes: HIGH };
const CHURCH = ["church+1", "church-1", "church+1x2", "church-1x2"];
const GOLD_REMOVED: Record<number, number> = { 2: 2, 3: 1, 4: 0 };
const BOX: Record<number, number> = { 2: 21, 3: 12, 4: 7 };

const LIST: string[] = [
  ...Object.entries(VALUES).flatMap(([category, values]) =>
    [...values].map((value, at) => `${category}-${value}${"abcdefghi"[at]}`),
  ),
  ...["gold-1", "gold-2", "gold-3"].flatMap((gold) => Array<string>(11).fill(gold)),
  ...CHURCH.flatMap((card) => [card, card]),
  "church~1",
];
const PLACE = new Map(LIST.map((card, at) => [card, at]));
export const canonical = (cards: string[]): string[] => [...cards].sort((a, b) => PLACE.get(a)! - PLACE.get(b)!);

export interface Deal {
  first: number;
  box: string[];
  draw: string[];
}
export function deal(stream: Stream, seats: number): Deal {
  const first = stream.below(seats);
  const cards = [...LIST];
  for (const gold of ["gold-1", "gold-2", "gold-3"])
    for (let n = 0; n < (GOLD_REMOVED[seats] ?? 0); n++) cards.splice(cards.indexOf(gold), 1);
  stream.shuffle(cards);
  const box = BOX[seats] ?? 0;
  return { first, box: cards.slice(0, box), draw: cards.slice(box) };
}

export const shuffledPile = (stream: Stream, pile: string[]): string[] => stream.shuffle(canonical(pile));

/** A card as events name it; null if this viewer did not see it. */
const fits = (event: GameEvent | undefined, card: string | undefined): boolean => !event?.card || event.card === card;

export function* proof({ record, stream, seen }: Dealt): Generator<VerificationStep> {
  if ("deal-draw" in record.facts) return yield { name: "chosen", ok: null };
  const { first, draw } = deal(stream, seen.seats);
  const wanted = /\bfirst=(\d)/.exec(record.facts.options ?? "")?.[1];
  const begins = wanted === undefined ? first : Number(wanted);
  yield { name: "first", ok: record.actions[0]?.seat === begins, facts: { seat: begins + 1 } };

  const lines = seen.lines.filter(({ v }) => v > 0).map(({ events }) => events as GameEvent[]);
  if (lines.length !== record.actions.length) return yield { name: "unseen", ok: null };
  const hands: string[][] = Array.from({ length: seen.seats }, () => []);
  const pile: string[] = [];
  const [drawn, lots, stolen, ends] = [new Tally(), new Tally(), new Tally(), new Tally()];
  let next = 0;
  let auction: string[] | null = null;
  record.actions.forEach(({ seat, action }, at) => {
    const events = lines[at] ?? [];
    const has = (name: string): GameEvent | undefined => events.find(({ event }) => event === name);
    /** A church card is used at once and never reaches a hand. */
    const receive = (to: number, card: string): void => void (card.startsWith("church") || hands[to]?.push(card));
    const give = (from: number, card: string): void => {
      const place = hands[from]?.indexOf(card) ?? -1;
      if (place >= 0) hands[from]!.splice(place, 1);
      else ends.note(false);
    };
    const [verb, named] = action.split(" ");
    if (verb === "keep" || verb === "auction" || verb === "public") {
      const card = draw[next++] ?? "";
      drawn.note(
        events.filter((e) => e.event.startsWith("card-") && e.event !== "card-drawn").every((e) => fits(e, card)),
      );
      if (verb === "keep") receive(seat, card);
      if (verb === "auction") pile.push(card);
    } else if (verb === "take" && named) receive(seat, named);
    else if (verb === "pay" && named) give(seat, named);
    if (has("card-drawn")) drawn.note(fits(has("card-drawn"), draw[next]));
    if (has("lot-turned-up")) {
      auction ??= shuffledPile(stream, pile);
      lots.note(has("lot-turned-up")?.card === auction.shift());
    }
    const bought = has("lot-bought");
    if (bought?.card && bought.seat !== undefined) receive(bought.seat, bought.card);
    let robbed: string[] | null = null;
    for (const event of events) {
      if (event.event !== "card-stolen" && event.event !== "card-lost") continue;
      const from = (event.event === "card-stolen" ? event.from : event.seat) ?? 0;
      robbed ??= canonical(hands[from] ?? []);
      const [card = ""] = robbed.splice(stream.below(robbed.length), 1);
      stolen.note(fits(event, card));
      give(from, card);
      if (event.event === "card-stolen" && event.seat !== undefined) receive(event.seat, card);
    }
    has("hands-revealed")?.hands?.forEach((hand, index) =>
      ends.note(canonical(hand).join() === canonical(hands[index] ?? []).join()),
    );
  });
  yield { name: "cards", ok: drawn.ok, facts: { count: next } };
  yield { name: "lots", ok: lots.ok, facts: { count: lots.count } };
  yield { name: "stolen", ok: stolen.ok, facts: { count: stolen.count } };
  yield { name: "hands", ok: ends.ok };
}
