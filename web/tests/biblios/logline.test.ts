import { beforeEach, expect, test } from "vitest";
import { cardMark, familyMark } from "../../src/games/biblios/cards";
import { sentence, buildLog, type LogContext } from "../../src/games/biblios/logline";
import { nameMark, pieces } from "../../src/shell/text/rich";
import { language } from "../../src/shell/text/text.svelte";
import type { GameLine } from "../../src/games/biblios/view";

const context: LogContext = { you: 0, names: ["Ada", "Bo", "Cy"], words: "iello" };
beforeEach(() => {
  language.now = "en";
});

test("another player's action with an unseen card names no card", () => {
  expect(sentence({ event: "card-kept", seat: 1 }, context)).toBe(`${nameMark("Bo")} kept a card.`);
});

test("the reader's own actions use the second person", () => {
  expect(sentence({ event: "card-kept", seat: 0, card: "monks-4h" }, context)).toBe(
    `You kept ${cardMark("monks-4h", "iello")}.`,
  );
});

test("a bid is in gold, or in cards if the lot is gold", () => {
  const bid = { event: "bid" as const, seat: 1, amount: 2 };
  expect(sentence(bid, context, "monks-2a")).toBe(`${nameMark("Bo")} bid 2 gold.`);
  expect(sentence(bid, context, "gold-3")).toBe(`${nameMark("Bo")} bid 2 cards.`);
});

test("a card stolen from the reader is named; a theft between others is not", () => {
  const mine = { event: "card-stolen" as const, seat: 1, from: 0, card: "gold-2" };
  expect(sentence(mine, context)).toBe(`${nameMark("Bo")} drew ${cardMark("gold-2", "iello")} from your hand.`);
  const theirs = { event: "card-stolen" as const, seat: 1, from: 2 };
  expect(sentence(theirs, context)).toBe(`${nameMark("Bo")} drew a card from ${nameMark("Cy")}.`);
});

test("the line of a church card names the dice it changed", () => {
  const used = {
    event: "church-used" as const,
    seat: 0,
    card: "church-1x2",
    dice: [
      { category: "monks" as const, from: 3, to: 2 },
      { category: "tomes" as const, from: 4, to: 3 },
    ],
  };
  const text = sentence(used, context);
  expect(text).toContain(familyMark("monks", "iello"));
  expect(text).toContain(familyMark("tomes", "iello"));
  expect(text).toMatch(/lowered/);
});

test("the log follows the language", () => {
  language.now = "fr";
  expect(sentence({ event: "passed", seat: 0 }, context)).toBe("Vous avez passé.");
});

test("the log has a heading for every auction and no line for a silent event", () => {
  // B-3.4
  const lines: GameLine[] = [
    { v: 1, events: [{ event: "lot-turned-up", seat: 1, card: "gold-1", number: 7 }] },
    { v: 2, events: [{ event: "bid", seat: 2, amount: 1 }] },
    { v: 3, events: [{ event: "lot-won", seat: 2, card: "gold-1", amount: 1 }] },
  ];
  const log = buildLog(lines, context);
  expect(log.map((line) => line.head)).toEqual([true, false, false]);
  expect(log[0]?.text).toBe("Auction 7");
  expect(log[2]?.text).toBe(`${nameMark("Cy")} bid 1 card.`);
});

test("markers become parts of the sentence, in any word order", () => {
  expect(pieces(`${nameMark("Bo")} took ${cardMark("gold-1", "iello")}.`)).toEqual([
    { kind: "name", name: "Bo" },
    { kind: "text", text: " took " },
    { kind: "mark", icon: "gold", text: "Gold 1" },
    { kind: "text", text: "." },
  ]);
});
