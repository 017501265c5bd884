// What the table of Biblios shows for each rule, in stored states (docs/page.md).
import { beforeEach, expect, test } from "vitest";
import allocate from "../../src/games/biblios/fixtures/allocate.json";
import bid from "../../src/games/biblios/fixtures/bid.json";
import churchOne from "../../src/games/biblios/fixtures/church-one.json";
import overTie from "../../src/games/biblios/fixtures/over-tie.json";
import unclaimed from "../../src/games/biblios/fixtures/over-unclaimed.json";
import pay from "../../src/games/biblios/fixtures/pay.json";
import payRefuse from "../../src/games/biblios/fixtures/pay-refuse.json";
import take from "../../src/games/biblios/fixtures/take.json";
import { familyName } from "../../src/games/biblios/cards";
import { penaltyOf } from "../../src/games/biblios/history";
import type { GameEvent } from "../../src/games/biblios/view";
import { language, m, textFor } from "../../src/shell/text/text.svelte";
import { htmlBetween, listEnabledButtons, findElements, renderPage, textOf } from "../rendered";

const CATEGORIES = ["monks", "pigments", "holy-books", "manuscripts", "tomes"] as const;
const WORDS = "iello";

beforeEach(() => (language.now = "en"));

const listPlayers = (html: string): string[] => findElements(html, "li", "pl ").map(textOf);
const htmlOfPlace = (html: string, action: string): string =>
  htmlBetween(html, `data-act="${action}"`, action === "public" ? "</main>" : 'data-act="');
const isButton = (html: string, action: string): boolean => new RegExp(`<button[^>]*data-act="${action}"`).test(html);

test("B-1.1: five dice are shown, each with its category and value", async () => {
  const html = await renderPage(allocate);
  const dice = allocate.view.dice;
  expect(new Set(Object.values(dice)).size).toBeGreaterThan(1);
  for (const category of CATEGORIES) {
    const label = m.biblios_web_die({ category: familyName(category, WORDS), value: dice[category] });
    expect(html).toContain(`role="img" aria-label="${label}"`);
  }
});

test("B-1.2, B-1.4: the page shows how many cards are in each pile", async () => {
  const piles = textOf(htmlBetween(await renderPage(allocate, { draw_left: 31, auction_left: 7 }), "<dl", "</dl>"));
  expect(piles).toContain(`${m.biblios_web_pile_draw()} 31`);
  expect(piles).toContain(`${m.biblios_web_pile_auction()} 7`);
  const discarded = allocate.view.discard.length + allocate.view.discard_hidden;
  expect(piles).toContain(`${m.biblios_web_pile_discard()} ${discarded}`);
});

test("B-1.7: the names are in playing order, starting with the player to the reader's left", async () => {
  const names = ["Ada", "Hildegard", "Ivo", "Marguerite"];
  const readOrder = async (you: number): Promise<number[]> => {
    const rows = listPlayers(await renderPage(take, { you }));
    return rows.map((row) => names.findIndex((name, seat) => row.includes(seat === you ? m.web_you() : name)));
  };
  expect(await readOrder(0)).toEqual([1, 2, 3, 0]);
  expect(await readOrder(2)).toEqual([3, 0, 1, 2]);
});

test("B-1.8: a single choice is still a button, and the page does not press it", async () => {
  const html = await renderPage(allocate, { legal: ["keep"] });
  expect(isButton(html, "keep")).toBe(true);
  expect(isButton(html, "auction") || isButton(html, "public")).toBe(false);
});

test("B-2.1: the drawn card is visible to its player and hidden from the others", async () => {
  const htmlOfDrawnCard = (html: string): string => htmlBetween(html, 'data-zone="drawn"', 'class="places');
  expect(htmlOfDrawnCard(await renderPage(allocate))).toContain(`data-card="${allocate.view.drawn}"`);
  expect(htmlOfDrawnCard(await renderPage(allocate, { you: 1, drawn: null, legal: [] }))).not.toContain("data-card=");
});

test("B-2.2: there are three places for the drawn card", async () => {
  const html = await renderPage(allocate, {
    legal: ["keep", "auction", "public"],
    allocated: { keep: false, auction: false, public: 0, left: 5 },
  });
  for (const action of ["keep", "auction", "public"]) expect(isButton(html, action)).toBe(true);
  const read = textOf(html);
  const titles = [m.biblios_web_place_keep(), m.biblios_web_place_auction(), textFor("biblios_place_public_space", {})];
  for (const title of titles) expect(read).toContain(title);
});

test("B-2.3: a full place is not a button and is labelled as full", async () => {
  const html = await renderPage(allocate); // the auction card was already placed
  expect(isButton(html, "auction")).toBe(false);
  expect(textOf(htmlOfPlace(html, "auction"))).toContain(m.biblios_web_place_full());
  expect(isButton(html, "keep")).toBe(true);
  expect(textOf(htmlOfPlace(html, "keep"))).not.toContain(m.biblios_web_place_full());
});

test("B-2.5: the sentence and a marker show whose turn it is", async () => {
  const html = await renderPage(take, { to_act: 2, legal: [] });
  expect(textOf(html)).toContain(
    textFor("biblios_turn_take_other", { words: WORDS, name: "Ivo" }).replace(/[⟦⟧]/g, ""),
  );
  const marked = findElements(html, "li", 'aria-current="true"').map(textOf);
  expect(marked).toHaveLength(1);
  expect(marked[0]).toContain("Ivo");
});

test("B-2.6: each name shows the number of cards", async () => {
  const rows = listPlayers(await renderPage(take));
  for (const [name, size] of [
    ["Hildegard", 11],
    ["Ivo", 9],
    ["Marguerite", 12],
  ] as const) {
    const row = rows.find((one) => one.includes(name));
    expect(row).toContain(`${size} ${m.biblios_web_cards_held({ words: WORDS, count: size })}`);
  }
});

test("B-3.1: the heading counts the cards of the auction", async () => {
  const { screen } = await import("../../src/games/biblios/screen");
  const { long, short } = screen.heading({ view: bid.view, info: bid.table } as never);
  expect(long).toBe(m.biblios_web_lot_of({ number: 3, count: 16 }));
  expect(short).toBe("3/16");
});

test("B-3.2: the bid ladder shows who bid, who passed and who is next", async () => {
  const html = await renderPage(bid);
  const bidsBySeat = findElements(htmlBetween(html, `aria-label="${m.biblios_web_bidding()}"`, "</ol>"), "li");
  const rows = Object.fromEntries(bidsBySeat.map((row) => [/data-zone="bid-(\d)"/.exec(row)?.[1], textOf(row)]));
  expect(rows[1]).toContain("1");
  expect(rows[2]).toContain("2");
  expect(rows[3]).toContain(m.biblios_web_pass_said());
  expect(rows[0]).toContain("3+");
});

test("B-3.3: only higher bids and passing are offered", async () => {
  const offered = listEnabledButtons(await renderPage(bid)).map((name) => name.replaceAll("\u00a0", " "));
  for (const amount of [3, 4, 5]) {
    const name = textFor("biblios_action_bid_gold", { count: amount });
    expect(offered.some((one) => one.startsWith(name))).toBe(true);
  }
  for (const amount of [1, 2]) {
    const name = textFor("biblios_action_bid_gold", { count: amount });
    expect(offered.some((one) => one === name || one.startsWith(`${name} `))).toBe(false);
  }
  expect(offered.some((one) => one.startsWith(m.biblios_action_pass()))).toBe(true);
});

test("B-3.10: a player who is barred from a card is marked at the name", async () => {
  const rows = listPlayers(await renderPage(bid, { barred: [1], passed: [] }));
  expect(rows.find((row) => row.includes("Hildegard"))).toContain(m.biblios_web_doing_barred());
  expect(rows.find((row) => row.includes("Ivo"))).not.toContain(m.biblios_web_doing_barred());
});

test("B-3.11: the penalty shows its draws in order", () => {
  const events = ["lot-won", "could-not-pay", "card-stolen", "card-lost", "barred", "lot-offered-again"].map(
    (event, number) => ({ event, seat: event === "could-not-pay" ? 2 : number }) as GameEvent,
  );
  const penalty = penaltyOf(events);
  expect(penalty?.seat).toBe(2);
  expect(penalty?.steps).toEqual(events.slice(1));
});

test("B-3.12: refusing is offered only where it is allowed", async () => {
  expect(listEnabledButtons(await renderPage(payRefuse))).toContain(m.biblios_web_refuse());
  expect(listEnabledButtons(await renderPage(pay))).not.toContain(m.biblios_web_refuse());
});

test("B-3.13: no bid above 66 can be set", async () => {
  const html = await renderPage(bid, { bid: 65, legal: ["bid 66", "pass"] });
  const offered = listEnabledButtons(html).map((name) => name.replaceAll("\u00a0", " "));
  expect(offered.some((name) => name.includes("66"))).toBe(true);
  expect(offered.some((name) => name.includes("67"))).toBe(false);
  expect(html).toMatch(new RegExp(`<button aria-label="${m.biblios_web_bid_more()}"[^>]* disabled`));
});

test("B-4.1, B-4.2, B-4.3: a church card is resolved at once: change a die, with a preview of its value, or decline", async () => {
  const html = await renderPage(churchOne);
  expect(isButton(html, "auction")).toBe(false); // the gift stage is shown behind it
  const offered = listEnabledButtons(html);
  expect(offered.some((name) => name.startsWith(m.biblios_action_decline()))).toBe(true);
  for (const category of CATEGORIES) {
    const value = churchOne.view.dice[category];
    const name = m.biblios_web_church_die({ category: familyName(category, WORDS), from: value, to: value - 1 });
    expect(offered.some((one) => one.startsWith(name))).toBe(true);
  }
});

test("B-4.6: a kept church card fills the place of the kept card", async () => {
  // The state after this turn's church card: the place is full.
  const { allocated } = churchOne.view;
  expect(allocated.keep).toBe(true);
  const html = await renderPage(allocate, { allocated, legal: ["auction", "public"] });
  expect(isButton(html, "keep")).toBe(false);
  expect(textOf(htmlOfPlace(html, "keep"))).toContain(m.biblios_web_place_full());
});

test("B-5.1: the results replace the table", async () => {
  const html = await renderPage(overTie);
  expect(findElements(html, "section", "cat ")).toHaveLength(5);
  expect(html).not.toContain(`aria-label="${m.web_actions()}"`);
  expect(findElements(await renderPage(bid), "section", "cat ")).toHaveLength(0);
});

test("B-6.5: the memory aid counts the cards that this reader has not seen", async () => {
  const renderMemoryAid = async (unseen: object): Promise<string> =>
    textOf(htmlBetween(await renderPage(bid, { unseen }), "recall", "</ul>"));
  const read = await renderMemoryAid({ "monks-2a": 1, "monks-2b": 1, "gold-3": 3 });
  expect(read).toContain(`${familyName("monks", WORDS)} 2`);
  expect(read).toContain(`${familyName("gold", WORDS)} 3`);
  expect(read).toContain(`${familyName("tomes", WORDS)} 0`);
});

const readCategory = (html: string, name: string): string =>
  textOf(findElements(html, "section", `cat reveal c-${name}`)[0] ?? "");

test("B-5.2: each category shows who wins its die, and in a tie which letter decided", async () => {
  const html = await renderPage(overTie);
  const pigments = readCategory(html, "pigments");
  expect(pigments).toContain(m.biblios_web_results_takes({ name: "Hildegard", points: 3 }));
  expect(pigments).toContain(m.biblios_web_results_letter({ total: 7, letter: "B" }));
  const monks = readCategory(html, "monks");
  expect(monks).toContain(m.biblios_web_results_takes({ name: "Ivo", points: 2 }));
  expect(monks).toContain(m.biblios_web_results_against({ total: 13, next: 4 }));
});

test("B-5.3: a category without cards goes to nobody", async () => {
  const html = await renderPage(unclaimed);
  expect(readCategory(html, "manuscripts")).toContain(m.biblios_web_results_unclaimed());
  expect(readCategory(html, "manuscripts")).toContain(m.biblios_web_results_nobody({ words: WORDS }));
  expect(readCategory(html, "monks")).not.toContain(m.biblios_web_results_unclaimed());
});

test("B-5.4: a sentence explains the tie-break between equal points", async () => {
  const read = textOf(await renderPage(overTie));
  expect(read).toContain(m.biblios_web_results_other({ name: "Marguerite" }));
  expect(read).toMatch(/Marguerite won the game with 6 victory points,[^.]* more gold\./);
  expect(read).toContain(m.biblios_web_results_gold({ value: 2, count: 2 }));
  const plain = textOf(await renderPage(unclaimed));
  expect(plain).toContain("You won the game with 8 victory points.");
});

test("B-5.5: a shared win names all winners", async () => {
  const outcome = { ...overTie.view.outcome, winners: [1, 3], decided_by: "shared" };
  const read = textOf(await renderPage(overTie, { outcome }));
  expect(read).toContain(m.biblios_web_results_shared({ names: "Hildegard and Marguerite" }));
});

test("B-5.6: at the end every hand is visible", async () => {
  const pigments = readCategory(await renderPage(overTie), "pigments");
  for (const card of ["3 E", "4 I", "2 B", "2 D", "3 F", "3 G", "2 C"]) expect(pigments).toContain(card);
});
