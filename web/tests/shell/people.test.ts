// What people did stands in the log after the action that it followed; times are spelt by their length.
import { expect, test } from "vitest";
import fixture from "../../src/shell/generic/fixtures/mill.json";
import type { LogLine } from "../../src/shell/log";
import { sentence, spell, withPeople } from "../../src/shell/people/told";
import { leftOf, noteTime } from "../../src/shell/people/time.svelte";
import { plain } from "../../src/shell/rich";
import type { ClockInfo, PeopleLine, TableInfo } from "../../src/shell/wire";

const info = fixture.table as TableInfo;
const line = (v: number, what: string, more: Partial<PeopleLine> = {}): PeopleLine => ({
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

test("a line of people comes after its version and before the next", () => {
  const people = [line(0, "muted", { by: 0 }), line(1, "handed-back"), line(2, "closed", { seat: null })];
  const told = withPeople(log, people, info).map(({ text }) => plain(text));
  expect(told).toEqual([
    "first",
    "The host has muted Bede.",
    "one",
    "Bede plays again.",
    "two",
    "two again",
    "The table is closed.",
  ]);
});

test("nothing that people did leaves the log as it is", () => {
  expect(withPeople(log, [], info)).toBe(log);
});

test("the reader is spoken to, and a bot is named", () => {
  const away = { seat: 0, bot: "miller", why: "away" } as const;
  expect(sentence(line(0, "stood-in", away), info)).toBe("You were away: a bot (miller) plays on.");
  expect(plain(sentence(line(0, "stood-in", { ...away, seat: 1 }), info))).toContain("Bede is away");
  // Who was removed says it already.
  expect(sentence(line(0, "stood-in", { ...away, why: "removed" }), info)).toBe("");
});

test("what the keeper of the house did is not the host's doing", () => {
  expect(plain(sentence(line(0, "muted"), info))).toBe("The keeper of this house has muted Bede.");
  expect(sentence(line(0, "muted", { seat: 0 }), info)).toBe("The keeper of this house has muted you.");
  expect(plain(sentence(line(0, "unmuted"), info))).toBe("Bede may speak again.");
});

test("who was removed is not called by the name of who sits there now", () => {
  expect(plain(sentence(line(0, "removed", { by: 0, name: "Cyriac" }), info))).toContain("took Cyriac");
  expect(plain(sentence(line(0, "removed", { by: 0, name: "" }), info))).toContain("took Player 2");
});

test("a clock is spelt in minutes, hours and days", () => {
  expect([spell(0), spell(7), spell(187.2), spell(7199)]).toEqual(["0:00", "0:07", "3:08", "119:59"]);
  expect([spell(7200), spell(90_000), spell(200_000)]).toEqual(["2 h", "25 h", "2 days"]);
});

test("the seat that is waited for has what is left until its time, the others what is in their bank", () => {
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
