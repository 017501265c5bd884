// How a table handles incoming messages and requests that are never answered.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("../../src/shell/motion.svelte", () => ({
  Motion: class {
    finish = vi.fn();
    show = (_: unknown, apply: () => void) => Promise.resolve(apply());
  },
}));

import { Table } from "../../src/shell/table.svelte";
import { FakeSocket } from "../fakeSocket";

let table: Table;
const lastSocket = (): FakeSocket => FakeSocket.all.at(-1)!;
const listSent = (t: string): { id: string; v?: number }[] =>
  lastSocket().sent.filter((one) => one.t === t) as unknown as { id: string; v?: number }[];
const shownCount = (): unknown => (table.view as unknown as { count: number } | null)?.count;
const makeView = (v: number): object => ({ t: "view", v, view: { count: v }, may_take_back: false });
const makeHistory = (v: number): object => ({
  t: "history",
  v,
  lines: Array.from({ length: v }, (_, index) => ({ v: index + 1, events: [] })),
});
const makePatch = (v: number, from = v - 1): object => ({
  t: "patch",
  v,
  from,
  events: [],
  patch: [{ op: "replace", path: "/count", value: v }],
  may_take_back: false,
});
/** Waits until the queued steps are shown. */
const waitUntilShown = async (): Promise<void> => {
  for (let step = 0; step < 10; step++) await Promise.resolve();
};

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("removeEventListener", () => {});
  table = new Table("k3x9", "secret");
  lastSocket().connect();
  lastSocket().deliver(makeView(3));
  lastSocket().deliver(makeHistory(3));
});
afterEach(() => {
  table.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("consecutive patches are applied", async () => {
  lastSocket().deliver(makePatch(4));
  lastSocket().deliver(makePatch(5));
  await waitUntilShown();
  expect(shownCount()).toBe(5);
  expect(FakeSocket.all.length).toBe(1);
});

test("a patch for an unknown version is not applied: the page requests the full view", async () => {
  const first = lastSocket();
  first.deliver(makePatch(5));
  first.deliver(makePatch(6));
  await waitUntilShown();
  expect(shownCount()).toBe(3);
  expect(table.busy).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all.length).toBe(2);
  lastSocket().connect();
  expect(listSent("hello")[0]?.v).toBe(0);
  lastSocket().deliver(makeView(6));
  lastSocket().deliver(makeHistory(6));
  lastSocket().deliver(makePatch(7));
  first.deliver(makePatch(5));
  await waitUntilShown();
  expect(shownCount()).toBe(7);
  expect(table.lines.map(({ v }) => v)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(FakeSocket.all.length).toBe(2);
});

test("an action refused after a missed message fetches the full view, and the log stays complete", () => {
  table.act("pass");
  const [{ id } = { id: "" }] = listSent("act");
  lastSocket().deliver({ t: "refused", id, code: "stale", facts: { v: 4 }, text: "" });
  lastSocket().deliver(makeView(4));
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all.length).toBe(2);
  lastSocket().connect();
  expect(listSent("hello")[0]?.v).toBe(0);
  lastSocket().deliver(makeView(4));
  lastSocket().deliver(makeHistory(4));
  expect(shownCount()).toBe(4);
  expect(table.lines.length).toBe(4);
});

test("a pending request resolves to false when the table is left", async () => {
  const answer = table.request({ t: "leave" });
  table.leave();
  await expect(answer).resolves.toBe(false);
  await expect(table.request({ t: "leave" })).resolves.toBe(false);
});

test("a pending request resolves to false when the server closes the table for good", async () => {
  const answer = table.request({ t: "return" });
  lastSocket().disconnect(4404);
  await expect(answer).resolves.toBe(false);
  await expect(table.request({ t: "return" })).resolves.toBe(false);
});

test("a pending request survives a reconnect", async () => {
  const answer = table.request({ t: "return" });
  const [{ id } = { id: "" }] = listSent("return");
  lastSocket().disconnect();
  vi.advanceTimersByTime(1000);
  lastSocket().connect();
  lastSocket().deliver({ t: "ack", id, v: 3 });
  await expect(answer).resolves.toBe(true);
});

test("of two pending chat messages, the refused one is reported", () => {
  table.sendChat({ text: "one" });
  table.sendChat({ text: "two" });
  const [one, two] = listSent("say");
  lastSocket().deliver({ t: "refused", id: one!.id, code: "bad-talk", facts: {}, text: "too long" });
  lastSocket().deliver({ t: "ack", id: two!.id, v: 3 });
  expect(table.chatError).toBe("too long");
  expect(table.refusal).toBeNull();
});
