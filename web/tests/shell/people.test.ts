// People lines follow the action they belong to; times are formatted by length.
import { expect, test } from "vitest";
import fixture from "../../src/shell/generic/fixtures/mill.json";
import type { LogLine } from "../../src/shell/view";
import { playedMeanwhile, sentence, spell, withPeople } from "../../src/shell/people/peopleLog";
import { leftOf, noteTime } from "../../src/shell/people/clock.svelte";
import { plain } from "../../src/shell/text/rich";
import type { ClockInfo, PeopleLine, TableInfo } from "../../src/shell/wire";

const info = fixture.table as TableInfo;
const makeLine = (v: number, what: string, more: Partial<PeopleLine> = {}): PeopleLine => ({
  v,
  what,
  seat: 1,
  by: null,
  ...more,
});
const log: LogLine[] = [
  { head: true, text: "first", key: "first" },
  { head: false, text: "one", key: "1.0" },
  { head: false, text: "two", key: "2.0" },
  { head: false, text: "two again", key: "2.1" },
];

test("a people line comes after its version and before the next", () => {
  const people = [makeLine(0, "muted", { by: 0 }), makeLine(1, "handed-back"), makeLine(2, "closed", { seat: null })];
  const texts = withPeople(log, people, info).map(({ text }) => plain(text));
  expect(texts).toEqual([
    "first",
    "The host muted Bede.",
    "one",
    "Bede is back.",
    "two",
    "two again",
    "The table is closed.",
  ]);
});

test("without people lines the log is unchanged", () => {
  expect(withPeople(log, [], info)).toBe(log);
});

test('the reader is addressed as "you", and a bot is named', () => {
  const away = { seat: 0, bot: "miller", why: "away" } as const;
  expect(sentence(makeLine(0, "stood-in", away), info)).toBe("You were away: a bot (miller) plays for you.");
  expect(plain(sentence(makeLine(0, "stood-in", { ...away, seat: 1 }), info))).toContain("Bede is away");
  // The line about the removal already says it.
  expect(sentence(makeLine(0, "stood-in", { ...away, why: "removed" }), info)).toBe("");
});

test("an open seat that the host gave to a bot is not called a replaced player", () => {
  const filled = makeLine(0, "seat-filled", { by: 0, bot: "miller", why: "host" });
  expect(plain(sentence(filled, info))).toBe("The host filled an open seat (Bede) with a bot (miller).");
});

test("lines about an admin do not name the host", () => {
  expect(plain(sentence(makeLine(0, "muted"), info))).toBe("An admin of this server muted Bede.");
  expect(sentence(makeLine(0, "muted", { seat: 0 }), info)).toBe("An admin of this server muted you.");
  expect(plain(sentence(makeLine(0, "unmuted"), info))).toBe("Bede can write messages again.");
});

test("a removed player is not called by the name of the current one", () => {
  expect(plain(sentence(makeLine(0, "removed", { by: 0, name: "Cyriac" }), info))).toContain("removed Cyriac");
  expect(plain(sentence(makeLine(0, "removed", { by: 0, name: "" }), info))).toContain("removed Player 2");
});

test("a clock is formatted in minutes, hours and days", () => {
  expect([spell(0), spell(7), spell(187.2), spell(7199)]).toEqual(["0:00", "0:07", "3:08", "119:59"]);
  expect([spell(7200), spell(90_000), spell(200_000)]).toEqual(["2 h", "25 h", "2 days"]);
});

test("the seat to act shows the time until its deadline, the others their bank", () => {
  const now = Date.now() / 1000 + 1000; // the server's clock is ahead
  const clock: ClockInfo = {
    plan: { kind: "live", bank: 300, increment: 10 },
    now,
    at: now,
    seat: 1,
    due: now + 60,
    left: [120, 50],
    stand_in: [null, null],
  };
  noteTime({ ...info, clock });
  expect(leftOf(clock, 0)).toBe(120);
  expect(Math.abs((leftOf(clock, 1) ?? 0) - 60)).toBeLessThan(5);
  const slow: ClockInfo = { ...clock, plan: { kind: "slow", days: 2 } };
  expect(leftOf(slow, 0)).toBeNull();
});

test("a returning player reads what a bot played for them, until they play again", () => {
  const makeBid = (v: number, seat: number) => ({ v, events: [{ event: "bid", seat }] });
  const lines = [makeBid(1, 0), makeBid(2, 0), makeBid(3, 1), makeBid(4, 0)];
  const gameLog: LogLine[] = lines.map(({ v }) => ({ head: false, text: `Move ${v}.`, key: `${v}.0` }));
  const people = [
    makeLine(1, "stood-in", { seat: 0, bot: "miller", why: "away" }),
    makeLine(4, "handed-back", { seat: 0 }),
    makeLine(4, "muted", { seat: 1 }),
  ];
  expect(playedMeanwhile(lines, people, gameLog, 0)).toBe(
    "While you were away, a bot made 2 moves for you. Most recent: Move 2. Move 4.",
  );
  expect(playedMeanwhile(lines, people, gameLog, 1)).toBe("");
  expect(playedMeanwhile(lines, people.slice(0, 1), gameLog, 0)).toBe("");
  expect(playedMeanwhile([...lines, makeBid(5, 0)], people, gameLog, 0)).toBe("");
});
