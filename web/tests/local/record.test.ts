// Records of games in the browser: `armarium verify` accepts them, and damaged ones are rejected.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Frames, NewTable, Replay, UploadedRecord } from "../../src/shell/wire";
import { LocalWorker, Person, playUntil } from "./here";

const TABLES: NewTable[] = [
  { game: "biblios", seats: [{ name: "Ada" }, { bot: "monk" }], contributes: true },
  {
    game: "biblios",
    edition: "manual",
    options: { overpay: true, first: 1, open_collections: true },
    seats: [{ name: "Ada" }, { name: "Bo" }, { bot: "oblate" }],
  },
  { game: "bibliogamo", seats: [{ name: "Ada" }], contributes: true },
  { game: "bibliogamo", options: { landing: "every-stop", transfer_count: "exact" }, seats: [{ name: "Ada" }] },
];

/** Plays a table to its end and returns its record. */
async function playAndGetRecord(
  worker: LocalWorker,
  request: NewTable,
): Promise<{ table: string; text: string; people: Person[] }> {
  const { table, token, reserved } = await worker.create(request);
  const people = [token, ...reserved.map((seat) => seat.token)].map((own) => new Person(worker, table, own));
  for (const person of people) await person.open();
  if (request.contributes) await people[0]!.contribute(1, "5a".repeat(32));
  await playUntil(people, () => !!people[0]!.info?.over);
  return { table, people, text: await worker.request<string>("GET", `/api/tables/${table}/record?round=1`) };
}

/** Runs the command of the Python package on a record. */
function verify(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "armarium-"));
  const file = join(folder, "game.txt");
  writeFileSync(file, text);
  try {
    return execFileSync("armarium", ["verify", file], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each(TABLES)("armarium verify accepts a record of the browser: $game $edition", async (request) => {
  const { text } = await playAndGetRecord(new LocalWorker(), request);
  const answers = verify(text);
  expect(answers).toMatch(/^yes /);
  expect(answers).not.toMatch(/^no /m);
});

test("a later round has a record too, and both are replayed", async () => {
  const worker = new LocalWorker();
  const { table, people } = await playAndGetRecord(worker, TABLES[1]!);
  for (const person of people) await person.send({ t: "rematch", round: 1 });
  await playUntil(people, () => people[0]!.info!.round === 2 && people[0]!.info!.over);
  const text = await worker.request<string>("GET", `/api/tables/${table}/record?round=2`);
  verify(text);
  const replay = await worker.request<Replay>("GET", `/api/replays/${table}?round=2&eye=0`);
  expect(replay).toMatchObject({ round: 2, rounds: [1, 2], eye: "0" });
  const frames = await worker.request<Frames>("GET", `/api/replays/${table}/frames?round=2&eye=0&v=${replay.last}`);
  const last = frames.patches.at(-1)?.[0]?.value ?? frames.view;
  expect(last).toEqual(people[0]!.view);
});

test("a record from a file is kept and replayed from every seat", async () => {
  const { text } = await playAndGetRecord(new LocalWorker(), TABLES[0]!);
  const worker = new LocalWorker();
  const { id } = await worker.request<UploadedRecord>("POST", "/api/replays", text);
  const again = new LocalWorker(worker.store);
  expect(await again.request<string>("GET", `/api/tables/${id}/record?round=1`)).toBe(text);
  for (const eye of ["all", "0", "1", "open"]) {
    const replay = await again.request<Replay>("GET", `/api/replays/${id}?eye=${eye}`);
    expect(replay.lines.length).toBeGreaterThan(10);
    const { view } = await again.request<Frames>("GET", `/api/replays/${id}/frames?eye=${eye}&v=0`);
    if (eye !== "open") expect(view.you).toBe(eye === "all" ? null : Number(eye));
  }
});

test("a running game has no record", async () => {
  const worker = new LocalWorker();
  const { table } = await worker.create(TABLES[3]!);
  await expect(worker.request("GET", `/api/tables/${table}/record`)).rejects.toThrow("record-sealed");
  await expect(worker.request("GET", `/api/replays/${table}?eye=open`)).rejects.toThrow("record-sealed");
});

test("damaged files are refused, and nothing hangs", async () => {
  const worker = new LocalWorker();
  const { text } = await playAndGetRecord(worker, TABLES[0]!);
  const damaged = ["", "armarium record 1\n", "\0".repeat(5000), text.slice(0, -9), text.replace("seed: ", "seed: 0")];
  for (let n = 0; n < 40; n++) {
    const at = Math.floor(Math.random() * (text.length - 1));
    damaged.push(text.slice(0, at) + (text[at] === "x" ? "y" : "x") + text.slice(at + 1));
  }
  for (const file of damaged) await expect(worker.request("POST", "/api/replays", file)).rejects.toThrow("bad-record");
});
