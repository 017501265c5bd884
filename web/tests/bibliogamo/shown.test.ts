// What the table of Bibliogamo shows for each rule, in stored states (docs/page.md). `python -m
// tests.web.bibliogamo.write_states` writes the states.
import { beforeEach, expect, test } from "vitest";
import { actionButtons, type ActionButton } from "../../src/games/bibliogamo/actions";
import { kitOf, standard } from "../../src/games/bibliogamo/kit.svelte";
import { spaceName, towerName } from "../../src/games/bibliogamo/names";
import { useOf, type Chosen } from "../../src/games/bibliogamo/press";
import type { ComponentSet, View } from "../../src/games/bibliogamo/view";
import { language, m } from "../../src/shell/text/text.svelte";
import { htmlBetween, findElements, renderPage, textOf, type State } from "../rendered";
import states from "./states.json";

const kit = kitOf(states.components as unknown as ComponentSet, false);
const { move, price, blocked, library, transfer, late, results } = states;
const poor = states["results-poor"];

beforeEach(() => {
  language.now = "en";
  standard.kit = kit;
});

const renderTracks = async (state: State, changes: object = {}): Promise<string> =>
  textOf(htmlBetween(await renderPage(state, changes), 'class="tr ', 'class="prestige'));
/** The numbers of the current steps of the day. */
const listCurrentSteps = (html: string): string[] =>
  findElements(html, "li", 'aria-current="step"').map((row) => textOf(row).split(" ")[0] ?? "");
const findResultRow = (html: string, name: string): string =>
  textOf(findElements(html, "li", "reveal ").find((row) => textOf(row).startsWith(name)) ?? "");

const NOTHING: Chosen = {
  ...({ card: null, from: null, to: null, hiring: false, doubted: null, ending: null } as unknown as Chosen),
};
/** The action buttons after choosing this card, and what a press would send. */
function chooseCard(view: object, card: number): { acts: ActionButton[]; sent: string[][] } {
  const sent: string[][] = [];
  const handlers = { send: (actions: string[]) => void sent.push(actions), cancel() {}, pick() {}, pay() {} };
  return { acts: actionButtons(kit, view as View, { ...NOTHING, card }, handlers), sent };
}
const findButton = (acts: ActionButton[], key: string): ActionButton | undefined => acts.find((act) => act.key === key);

test("L-1.1, L-1.6: the ring has the Grand Library and six towers, and the librarian stands on one of them", async () => {
  const html = await renderPage(move);
  expect(findElements(html, "button", "data-tower=")).toHaveLength(7);
  expect(html).toContain(`aria-label="${m.bibliogamo_librarian_at({ place: spaceName(kit, 2) })}"`);
  const home = await renderPage(move, { librarian: 0 });
  expect(home).toContain(`aria-label="${m.bibliogamo_librarian_at({ place: spaceName(kit, 0) })}"`);
});

test("L-1.3: the supply shows the free artisans and those that a florin level adds", async () => {
  expect(textOf(await renderPage(move, { supply: 8 }))).toContain(m.bibliogamo_free({ count: 8 }));
  expect(textOf(await renderPage(move, { supply: 1 }))).toContain(m.bibliogamo_free({ count: 1 }));
  expect(await renderTracks(move, { florins: 5 })).toContain(m.bibliogamo_level_next({ level: 15, count: 1 }));
});

test("L-1.5, L-2.2: the tracks count days, florins and books", async () => {
  const read = await renderTracks(move);
  expect(read).toContain(`${m.bibliogamo_day()} 14 / 40`);
  expect(read).toContain(m.bibliogamo_days_left({ count: 26 }));
  expect(read).toContain(`${m.bibliogamo_florins()} 20`);
  expect(read).toContain(`${m.bibliogamo_books()} 4`);
  expect(await renderTracks(late)).toContain(`${m.bibliogamo_day()} 39 / 40`);
});

test("L-1.7, L-4.8: the prestige collection shows its requirements and the progress", async () => {
  const read = textOf(htmlBetween(await renderPage(move), `aria-label="${m.bibliogamo_prestige()}"`, "</section>"));
  expect(read).toContain(m.bibliogamo_points({ count: 13 }));
  for (const [tower, have] of [
    ["history", 1],
    ["philosophy", 2],
    ["astronomy", 1],
  ] as const)
    expect(read).toContain(`${towerName(kit, tower)} ${have}/4`);
});

test("L-2.1: the steps of the day are shown, with the current ones marked", async () => {
  expect(listCurrentSteps(await renderPage(move))).toEqual(["4a", "4c"]); // nothing is finished here: no sale
  expect(listCurrentSteps(await renderPage(blocked))).toEqual(["4a", "4b", "4c"]);
  expect(listCurrentSteps(await renderPage(price))).toEqual(["4b"]);
  expect(listCurrentSteps(await renderPage(library))).toEqual(["+"]);
});

test("L-2.5: the Grand Library step is shown only if the librarian landed there", async () => {
  expect(textOf(await renderPage(library))).toContain(m.bibliogamo_turn_library());
  expect(textOf(await renderPage(move))).not.toContain(m.bibliogamo_turn_library());
});

test("L-2.6: the blocked craft is named, and blocked cards are labelled", async () => {
  const html = await renderPage(blocked);
  expect(textOf(html)).toContain(m.bibliogamo_turn_block_researcher());
  const hand = findElements(html, "button", "data-card");
  for (const id of blocked.view.hand) {
    const card = textOf(hand.find((one) => one.includes(`data-card="${id}"`)) ?? "");
    const isBlocked = blocked.view.previews.blocked_cards.includes(id);
    expect(card.includes(m.bibliogamo_rest_researcher()), `card ${id}`).toBe(isBlocked);
  }
});

test("L-2.7: a blocked card shows what it can still be used for", () => {
  const use = useOf(kit, late.view as unknown as View, 45); // blocked, but it can lift the block
  expect(use.off).toBe(true);
  expect(use.live).toBe(true);
  expect(use.effect).toContain(m.bibliogamo_use_lift());
});

test("L-2.8, L-2.10: selecting a card that can lift the block adds a button that sends only that card", () => {
  const { acts, sent } = chooseCard(blocked.view, 11);
  const lift = findButton(acts, "lift");
  expect(lift?.name).toBe(m.bibliogamo_act_lift());
  lift?.press?.();
  expect(sent).toEqual([["lift 11"]]);
  expect(findButton(chooseCard(blocked.view, 44).acts, "lift")).toBeUndefined();
});

test("L-2.9: the block can be lifted as long as the action is legal", () => {
  const hiring = { ...blocked.view, step: "hire", legal: ["lift 11", "hire 44 history", "done"] };
  expect(findButton(chooseCard(hiring, 11).acts, "lift")).toBeDefined();
  const over = { ...hiring, hires: 1, legal: ["hire 44 history", "done"] };
  expect(findButton(chooseCard(over, 11).acts, "lift")).toBeUndefined();
});

test("L-3.3, L-3.4: each florin level is marked as reached or not, with its gain or cost", async () => {
  const countReachedLevels = async (florins: number): Promise<number> => {
    const track = htmlBetween(await renderPage(move, { florins }), 'data-zone="florins"', "</small>");
    expect(findElements(track, "u")).toHaveLength(3);
    return findElements(track, "u", "held").length;
  };
  expect([
    await countReachedLevels(14),
    await countReachedLevels(15),
    await countReachedLevels(44),
    await countReachedLevels(45),
  ]).toEqual([0, 1, 2, 3]);
  expect(await renderTracks(move, { florins: 20 })).toContain(m.bibliogamo_level_next({ level: 30, count: 2 }));
  expect(await renderTracks(move, { florins: 20 })).toContain(m.bibliogamo_level_held({ level: 15, count: 1 }));
});

test("L-3.6: the numbers continue beyond the end of the tracks", async () => {
  const books = { ...move.view.books, history: 30 };
  const read = await renderTracks(move, { florins: 73, books });
  expect(read).toContain(`${m.bibliogamo_florins()} 73`);
  expect(read).toContain(`${m.bibliogamo_books()} 33`);
});

test("L-4.1, L-4.2: a finished tower is marked, and can be sold only if the librarian is there", async () => {
  const findActButton = (html: string): string => findElements(html, "button", 'data-act="sell"')[0] ?? "";
  const readTower = (html: string): string => textOf(findElements(html, "button", 'data-tower="history"')[0] ?? "");
  const here = await renderPage(blocked); // history is finished, and the librarian is there
  expect(findActButton(here)).not.toContain('aria-disabled="true"');
  expect(textOf(findActButton(here))).toContain(m.bibliogamo_act_sell({ tower: towerName(kit, "history") }));
  expect(readTower(here)).toContain(m.bibliogamo_sale());
  const elsewhere = await renderPage(late); // astronomy is finished, and the librarian is on another tower
  expect(findActButton(elsewhere)).toContain('aria-disabled="true"');
});

test("L-4.3, L-4.4: the two price cards and the price are shown, and the price can be accepted", async () => {
  const html = await renderPage(price);
  const pays = textOf(htmlBetween(html, "offer-first", 'class="piles'));
  expect(pays).toContain("6");
  expect(textOf(findElements(html, "button", 'data-act="accept"')[0] ?? "")).toContain(
    m.bibliogamo_act_accept({ count: 6 }),
  );
  expect(findElements(await renderPage(move), "button", 'data-act="accept"')).toHaveLength(0);
});

test("L-4.5: another price can be drawn, and the page says that it costs a day", async () => {
  const again = findElements(await renderPage(price), "button", 'data-act="redraw"')[0] ?? "";
  const { low, high, mean } = price.view.previews.redraw;
  const range = m.bibliogamo_pays({ low, high, mean: String(Math.round(mean * 10) / 10) });
  expect(textOf(again)).toContain(m.bibliogamo_redraw_cost({ range }));
});

test("L-4.6: another price is offered as long as a day is left to pay for it", async () => {
  const findActButton = (html: string): string => findElements(html, "button", 'data-act="redraw"')[0] ?? "";
  const offered = findActButton(await renderPage(price));
  expect(offered).not.toContain('aria-disabled="true"');
  expect(textOf(await renderPage(price))).toContain(m.bibliogamo_days_left({ count: 25 }));
  const previews = { ...price.view.previews, days_left: 0, redraw: null };
  const disabled = findActButton(await renderPage(price, { day: 40, legal: ["accept"], previews }));
  expect(disabled).toContain('aria-disabled="true"');
  expect(textOf(disabled)).toContain(m.bibliogamo_redraw_none());
});

test("L-5.7: with one card left nobody can be hired, and the button gives the reason", async () => {
  const hire =
    findElements(
      await renderPage(move, { hand: [8], previews: { ...move.view.previews, hires: {} } }),
      "button",
      'data-act="hire"',
    )[0] ?? "";
  expect(hire).toContain('aria-disabled="true"');
  expect(textOf(hire)).toContain(m.bibliogamo_hire_few());
});

test("L-5.8: a jam warning is shown only if there is a jam", async () => {
  const hasJamWarning = (html: string): boolean =>
    [m.bibliogamo_jam(), m.bibliogamo_jam_transfer()].some((warning) => textOf(html).includes(warning));
  expect(hasJamWarning(await renderPage(move))).toBe(false);
  expect(hasJamWarning(await renderPage(move, { previews: { ...move.view.previews, jam: true } }))).toBe(true);
});

test("L-6.1: at the Grand Library a card from the hand can be given", async () => {
  const html = await renderPage(library);
  expect(textOf(html)).toContain(m.bibliogamo_now_library_card());
  const [card] = findElements(html, "button", 'data-card="47"');
  expect(card).not.toContain('aria-disabled="true"');
  expect(findElements(html, "button", 'data-act="end"')).toHaveLength(1);
});

test("L-6.2: the page shows how many artisans may move", async () => {
  expect(textOf(await renderPage(transfer))).toContain(m.bibliogamo_now_transfer_from({ count: 4 }));
  const under = { card: 47, left: 2, from: "philosophy", to: "history", type: null };
  expect(textOf(await renderPage(transfer, { transfer: under }))).toContain(
    m.bibliogamo_now_transfer_more({ count: 2 }),
  );
});

test("L-6.4: a moved artisan is in the other tower at once", async () => {
  const renderTower = async (towers: object): Promise<string> =>
    textOf(findElements(await renderPage(transfer, { towers }), "button", 'data-tower="history"')[0] ?? "");
  const empty = { ...transfer.view.towers, history: {} };
  const one = { ...transfer.view.towers, history: { scribe: 1 } };
  expect(await renderTower(empty)).toContain("0/");
  expect(await renderTower(one)).toContain("1/");
});

test("L-7.2: the log reports a reshuffle", async () => {
  const lines = [...move.lines, { v: 999, events: [{ event: "reshuffled", cards: 17 }] }];
  expect(textOf(await renderPage({ ...move, lines }))).toContain(m.bibliogamo_event_reshuffled({ cards: 17 }));
  expect(textOf(await renderPage(move))).not.toContain(m.bibliogamo_event_reshuffled({ cards: 17 }));
});

test("L-7.3, L-7.4: the results follow after the end of day 40", async () => {
  const last = { ...late.view.previews, days_left: 0 };
  const html = await renderPage(late, { day: 40, previews: last });
  expect(findElements(html, "button", 'data-act="hire"')).toHaveLength(1);
  expect(textOf(html)).toContain(m.bibliogamo_end_last());
  expect(textOf(await renderPage(results))).toContain(m.bibliogamo_result_text({ count: 39 }));
});

test("L-7.5: the results count one point per book", async () => {
  const row = findResultRow(await renderPage(results), m.bibliogamo_books());
  expect(row).toContain(m.bibliogamo_result_books({ count: 14 }));
  expect(row.endsWith(" 14")).toBe(true);
});

test("L-7.6: the results count one point per five florins, rounded down", async () => {
  const row = findResultRow(await renderPage(results), m.bibliogamo_florins());
  expect(row).toContain(m.bibliogamo_result_florins({ count: 62, per: 5 }));
  expect(row.endsWith(" 12")).toBe(true);
});

test("L-7.7, L-7.9: the final shelf shows every sold book, including those beyond the collection", async () => {
  const shelf = textOf(htmlBetween(await renderPage(results), m.bibliogamo_result_shelf(), "</ul>"));
  for (const [tower, count] of [
    ["history", "4 / 4"],
    ["poetry", "1"],
    ["cartography", "1"],
    ["devotion", "0"],
  ] as const)
    expect(shelf).toContain(`${towerName(kit, tower)} ${count}`);
});

test("L-7.8: the collection counts only if it is complete", async () => {
  const full = await renderPage(results);
  expect(textOf(full)).toContain(m.bibliogamo_result_prestige());
  expect(
    textOf(
      findElements(full, "li", "reveal ").find((row) => textOf(row).includes(m.bibliogamo_result_prestige())) ?? "",
    ),
  ).toMatch(/ 13$/);
  const missed = await renderPage(poor);
  expect(textOf(missed)).toContain(m.bibliogamo_result_prestige_missed());
});

test("L-7.10: the results show the score, the rank and the neighbouring ranks", async () => {
  const html = await renderPage(results);
  expect(findResultRow(html, m.bibliogamo_result_sum()).endsWith(" 39")).toBe(true);
  const ranks = htmlBetween(html, `aria-label="${m.bibliogamo_ranks()}"`, "</ol>");
  const rows = findElements(ranks, "li");
  expect(rows).toHaveLength(5);
  expect(rows.findIndex((row) => row.includes('aria-current="true"'))).toBe(3); // guildmaster
  expect(textOf(ranks)).toContain(m.bibliogamo_rank_from_grand_librarian());
});

test("L-8.1: the page shows the sizes of the draw pile and the discard pile", async () => {
  const piles = textOf(htmlBetween(await renderPage(move), 'class="piles', "</div>"));
  expect(piles).toContain(m.bibliogamo_pile({ count: 16 }));
  expect(piles).toContain(m.bibliogamo_discard({ count: 26 }));
});
