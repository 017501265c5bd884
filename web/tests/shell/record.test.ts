// The personal record: each finished round counts once, lessons and branches do not, and a file brings it along.
import { beforeEach, expect, it } from "vitest";
import {
  addEntries,
  deleteRecord,
  loadRecord,
  parseEntry,
  recordRound,
  summarise,
  type RecordEntry,
} from "../../src/shell/record";
import { formatSeats, importSeats, parseFile } from "../../src/shell/seats";
import type { TableInfo } from "../../src/shell/wire";

const levelNumber = (_: string, bot: string): number => ["novice", "monk"].indexOf(bot) + 1;
const makeEntry = (number: number, result: RecordEntry["result"], bots: string[] = ["novice"]): RecordEntry => ({
  id: `k3x9 ${number}`,
  game: "chess",
  when: number,
  result,
  bots,
});
const makeFinishedTable = (more: Partial<TableInfo> = {}): TableInfo =>
  ({
    id: "k3x9",
    round: 1,
    game: "chess",
    over: true,
    you: 0,
    lesson: false,
    seats: [{ bot: null }, { bot: "monk" }],
    ...more,
  }) as TableInfo;

beforeEach(deleteRecord);

it("counts games, wins by the strongest level, and streaks", () => {
  const entries = [
    makeEntry(1, "won"),
    makeEntry(2, "won", ["novice", "monk"]),
    makeEntry(3, "lost", ["monk"]),
    makeEntry(4, "won"),
    makeEntry(5, "shared"),
    makeEntry(6, undefined, []),
  ];
  expect(summarise(entries, levelNumber)).toEqual({
    games: 6,
    decided: 5,
    wins: 3,
    streak: 1,
    longest: 2,
    levels: [
      { game: "chess", level: "novice", games: 3, wins: 2 },
      { game: "chess", level: "monk", games: 2, wins: 1 },
    ],
  });
});

it("counts a round once, and neither lessons, branches nor unfinished games", () => {
  recordRound(makeFinishedTable(), { result: "won" });
  recordRound(makeFinishedTable(), { result: "won" });
  recordRound(makeFinishedTable({ id: "b", lesson: true }), { result: "won" });
  recordRound(makeFinishedTable({ id: "c" }), { result: "won", from: "practice" });
  recordRound(makeFinishedTable({ id: "d", over: false }), {});
  expect(loadRecord()).toMatchObject([{ id: "k3x9 1", result: "won", bots: ["monk"] }]);
  deleteRecord();
  expect(loadRecord()).toEqual([]);
});

it("names no level for a game against people", () => {
  recordRound(makeFinishedTable({ seats: [{ bot: null }, { bot: null }] as TableInfo["seats"] }), { result: "lost" });
  expect(loadRecord()[0]).not.toHaveProperty("bots");
});

it("travels with the file of the seats, and is added to the one that is here", async () => {
  const file = formatSeats([], [makeEntry(1, "won"), makeEntry(2, "lost")]);
  addEntries([makeEntry(2, "lost"), makeEntry(3, "won")]);
  expect(await importSeats(new Blob([file]))).toBe(0);
  expect(loadRecord().map(({ id }) => id)).toEqual(["k3x9 3", "k3x9 2", "k3x9 1"]);
});

it.each([{ id: "../x 1" }, { game: "A B" }, { when: -1 }, { result: "drawn" }, { bots: [3] }])(
  "refuses a file with a wrong entry: %o",
  (wrong) => {
    const entry = { ...makeEntry(1, "won"), ...wrong } as RecordEntry;
    expect(parseEntry(entry)).toBeNull();
    expect(parseFile(formatSeats([], [entry]))).toBeNull();
  },
);
