// What a page sends before a deal: its hash first, its contribution only when all hashes are fixed.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Table } from "../../src/shell/table.svelte";
import { loadContribution, hashOf, loadHashes, loadCommitment } from "../../src/shell/verify/commitments";
import { FakeSocket } from "../fakeSocket";

const NONE = { hashes: [null, null], opening: false, waits_for: [], left_out: [] };
const FIRST = { table: "k3x9", round: 1, leftOut: 0 };
const SECOND = { table: "k3x9", round: 1, leftOut: 1 };
type Sent = { t: string; id: string; round: number; hash?: string; contribution?: string };

let table: Table;
let n = 0;
const lastSocket = (): FakeSocket => FakeSocket.all.at(-1)!;
const listSent = (t: string): Sent[] => lastSocket().sent.filter((one) => one.t === t) as Sent[];
const receiveTable = (more: object): void =>
  lastSocket().deliver({
    t: "table",
    n: ++n,
    table: {
      id: "k3x9",
      round: 1,
      started: false,
      over: false,
      seats: [{ name: "Ada" }, { name: "Bo" }],
      you: 0,
      commitment: "c1",
      next_commitment: null,
      shuffle: NONE,
      next_shuffle: null,
      daily: null,
      ...more,
    },
  });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("removeEventListener", () => {});
  table = new Table("k3x9", "secret");
  lastSocket().connect();
});
afterEach(() => {
  table.leave();
  vi.unstubAllGlobals();
});

test("the contribution is not sent until every hash is fixed", () => {
  receiveTable({});
  receiveTable({});
  expect(listSent("commit").length).toBe(1);
  const hash = listSent("commit")[0]!.hash!;
  receiveTable({ shuffle: { ...NONE, hashes: [hash, null] } });
  expect(listSent("contribute")).toEqual([]);
  const fixed = { hashes: [hash, "b".repeat(64)], opening: true, waits_for: [0, 1], left_out: [] };
  receiveTable({ shuffle: fixed });
  receiveTable({ shuffle: fixed });
  expect(listSent("contribute").length).toBe(1);
  const { contribution } = listSent("contribute")[0]!;
  expect(hashOf(contribution!)).toBe(hash);
  expect(loadContribution(FIRST, 0)).toBe(contribution);
  expect(loadCommitment(FIRST)).toBe("c1");
  expect(loadHashes(FIRST)).toEqual(fixed.hashes);
});

test("it is not revealed if another hash is in its place", () => {
  receiveTable({});
  receiveTable({ shuffle: { hashes: ["a".repeat(64), null], opening: true, waits_for: [0], left_out: [] } });
  expect(listSent("contribute")).toEqual([]);
});

test("a reloaded page reveals its earlier contribution", () => {
  receiveTable({});
  const hash = listSent("commit")[0]!.hash!;
  table.leave();
  table = new Table("k3x9", "secret");
  lastSocket().connect();
  receiveTable({ shuffle: { hashes: [hash, null], opening: true, waits_for: [0], left_out: [] } });
  expect(hashOf(listSent("contribute")[0]!.contribution!)).toBe(hash);
});

test("when the round is committed again, a new contribution is made", () => {
  receiveTable({});
  const [first] = listSent("commit");
  lastSocket().deliver({ t: "ack", id: first!.id, v: 0 });
  receiveTable({ shuffle: { hashes: [first!.hash, null], opening: true, waits_for: [0], left_out: [] } });
  receiveTable({ commitment: "c2", shuffle: { ...NONE, waits_for: [0], left_out: [1] } });
  expect(listSent("commit").length).toBe(2);
  const { hash } = listSent("commit")[1]!;
  expect(hash).not.toBe(first!.hash);
  receiveTable({ commitment: "c2", shuffle: { hashes: [hash, null], opening: true, waits_for: [0], left_out: [1] } });
  expect(hashOf(listSent("contribute")[1]!.contribution!)).toBe(hash);
  expect([loadCommitment(FIRST), loadCommitment(SECOND)]).toEqual(["c1", "c2"]);
});

test("an excluded seat sends nothing more", () => {
  receiveTable({ commitment: "c2", shuffle: { ...NONE, waits_for: [1], left_out: [0] } });
  expect(listSent("commit")).toEqual([]);
});

test("a refused hash is not expected in the record", () => {
  receiveTable({});
  const { id } = listSent("commit")[0]!;
  lastSocket().deliver({ t: "refused", id, code: "illegal-action", facts: { asked: "commit" }, text: "late" });
  expect(loadContribution(FIRST, 0)).toBeNull();
  expect(table.refusal).toBeNull();
});

test("it contributes to another round when the player asks for one", () => {
  const over = { started: true, over: true, next_commitment: "d", next_shuffle: NONE };
  receiveTable(over);
  expect(listSent("commit")).toEqual([]);
  table.rematch();
  const { hash, round } = listSent("commit")[0]!;
  expect(round).toBe(2);
  receiveTable({ ...over, next_shuffle: { hashes: [hash, null], opening: true, waits_for: [0], left_out: [] } });
  expect(listSent("contribute").map((one) => one.round)).toEqual([2]);
});
