// Tables in this browser when something is missing: a file, the storage, the rules of an earlier version, another tab.
import { expect, test, vi } from "vitest";
import type { Entry } from "../../src/local/log";
import { LocalWorker, MemoryStore, Person, playUntil, readFile } from "./here";

const SOLO = { game: "bibliogamo", seats: [{ name: "Ada" }] };
const DUO = { game: "biblios", seats: [{ name: "Ada" }, { name: "Bo" }] };
const refusalCodes = (person: Person): string[] =>
  person.messages.flatMap((one) => (one.t === "refused" ? [one.code] : []));

test("a level whose network cannot be fetched says so, and plays once it can", async () => {
  let isOnline = false;
  const worker = new LocalWorker(new MemoryStore(), async (file) => {
    if (file.includes("network") && !isOnline) throw new TypeError("no network");
    return readFile(file);
  });
  const ticket = await worker.create({ game: "biblios", seats: [{ name: "Ada" }, { bot: "prior", name: "Ivo" }] });
  const ada = new Person(worker, ticket.table, ticket.token);
  await ada.open();
  await playUntil([ada], () => refusalCodes(ada).length > 0);
  expect(refusalCodes(ada)).toEqual(["level-not-loaded"]);
  const { v } = ada;
  expect(await ada.ask({ t: "take-back", v: v - 1 })).toMatchObject({ code: "stale" });
  isOnline = true;
  await vi.waitFor(() => expect(ada.v).toBeGreaterThan(v), { timeout: 12_000, interval: 100 });
  expect(worker.crashes).toEqual([]);
});

test("a person can undo while a level is being fetched", async () => {
  const worker = new LocalWorker(new MemoryStore(), (file) =>
    file.includes("network") ? new Promise(() => {}) : readFile(file),
  );
  const ticket = await worker.create({ game: "biblios", seats: [{ name: "Ada" }, { bot: "prior", name: "Ivo" }] });
  const ada = new Person(worker, ticket.table, ticket.token);
  await ada.open();
  await playUntil([ada], () => !ada.isMyTurn);
  await new Promise((resolve) => setTimeout(resolve, 50));
  // Any answer will do, but it must come before the download has ended.
  expect(await ada.ask({ t: "take-back", v: ada.v })).not.toBeNull();
});

class DeniedStore extends MemoryStore {
  isDenied = false;
  override async load(table: string): Promise<Entry[]> {
    if (this.isDenied) throw new DOMException("denied", "SecurityError");
    return super.load(table);
  }
}

test("a table that cannot be opened says why, and its log stays", async () => {
  const store = new DeniedStore();
  const { table, token } = await new LocalWorker(store).create(SOLO);
  const openTable = async (worker: LocalWorker): Promise<unknown> => {
    const ada = new Person(worker, table, token);
    expect(await ada.open()).toBe(false);
    expect(worker.crashes).toEqual([]);
    return refusalCodes(ada);
  };
  store.isDenied = true;
  expect(await openTable(new LocalWorker(store))).toEqual(["not-read"]);
  store.isDenied = false;
  const offline = new LocalWorker(store, async () => Promise.reject(new TypeError("no network")));
  expect(await openTable(offline)).toEqual(["not-loaded"]);
  await expect(offline.create(SOLO)).rejects.toThrow("not-loaded");
  const [created] = store.logs.get(table)!;
  if (created?.kind === "created") created.rules += 1;
  expect(await openTable(new LocalWorker(store))).toEqual(["other-rules"]);
  expect(store.logs.get(table)!.length).toBeGreaterThan(2);
});

test("a message right after the opening is done once the table is there", async () => {
  const worker = new LocalWorker();
  const { table, token } = await worker.create(SOLO);
  const ada = new Person(worker, table, token);
  await ada.open();
  const again = new LocalWorker(worker.store);
  const back = new Person(again, table, token);
  const opening = back.open();
  const sending = back.send({ t: "act", id: "early", v: 0, action: ada.legal[0]! });
  await Promise.all([opening, sending]);
  expect(back.messages.at(-1)).toMatchObject({ t: "ack", id: "early", v: 1 });
});

test("a connection that is closed before it was open gets nothing", async () => {
  const worker = new LocalWorker();
  const { table, token } = await worker.create(DUO);
  const [ada, late] = [new Person(worker, table, token), new Person(worker, table, token)];
  const opening = late.open();
  late.close();
  await opening;
  await ada.open();
  await ada.act(ada.legal[0]!);
  expect(late.messages).toEqual([]);
});

test("another tab learns that a table was deleted, and adds nothing to it", async () => {
  const first = new LocalWorker();
  const { table, token } = await first.create(SOLO);
  const second = new LocalWorker(first.store);
  const ada = new Person(second, table, token);
  await ada.open();
  await first.request("DELETE", `/api/tables/${table}/seats/0`);
  expect(first.changed.at(-1)).toBe(table);
  second.tables.changedElsewhere(table);
  expect(await ada.act(ada.legal[0]!)).toMatchObject({ t: "refused", code: "no-table" });
  expect(first.store.logs.has(table)).toBe(false);
});

test("a list that is too long is refused whole", async () => {
  const worker = new LocalWorker();
  const { table, token } = await worker.create(SOLO);
  const ada = new Person(worker, table, token);
  await ada.open();
  const actions = Array.from({ length: 65 }, () => ada.legal[0]!);
  expect(await ada.ask({ t: "act", v: 0, actions })).toMatchObject({ t: "refused", code: "bad-request" });
  expect(ada.v).toBe(0);
});

test("what another seat did in between ends the undoing, even if that seat undoes its own", async () => {
  let seen = 0;
  for (let game = 0; game < 30 && !seen; game++) {
    const worker = new LocalWorker();
    const { table, token, reserved } = await worker.create(DUO);
    const people = [new Person(worker, table, token), new Person(worker, table, reserved[0]!.token)];
    for (const person of people) await person.open();
    const mayUndo = (person: Person): boolean =>
      person.messages.some(
        (one) => (one.t === "events" || one.t === "view") && one.v === person.v && one.may_take_back,
      );
    for (let turn = 0; turn < 400 && !people[0]!.info?.over && !seen; turn++) {
      const mover = people.find((person) => person.isMyTurn);
      if (!mover) break;
      const other = people.find((person) => person !== mover)!;
      const was = mayUndo(other);
      await mover.act(mover.legal[Math.floor(Math.random() * mover.legal.length)]!);
      if (!was || !mayUndo(mover)) continue;
      expect(await mover.ask({ t: "take-back", v: mover.v })).toMatchObject({ t: "ack" });
      expect(mayUndo(other)).toBe(false);
      seen++;
    }
  }
  expect(seen).toBe(1);
});
