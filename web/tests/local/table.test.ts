// Tables in this browser, with the real rules: what the worker sends, saves, undoes and rejects.
import { expect, test } from "vitest";
import type { ServerMessage } from "../../src/shell/wire";
import { LocalWorker, Person, playUntil, type Ticket } from "./here";

const ALONE = {
  game: "biblios",
  seats: [{ name: "Ada" }, { bot: "novice", name: "Ivo" }, { bot: "oblate", name: "Odo" }],
};
const TOGETHER = { game: "biblios", seats: [{ name: "Ada" }, { name: "Bo" }, { bot: "novice", name: "Ivo" }] };

async function sit(worker: LocalWorker, ticket: Ticket): Promise<Person[]> {
  const people = [ticket.token, ...ticket.reserved.map(({ token }) => token)].map(
    (token) => new Person(worker, ticket.table, token),
  );
  for (const person of people) expect(await person.open()).toBe(true);
  return people;
}
const isOver = (person: Person) => (): boolean => !!person.info?.over;

test("a game is played to its end, and everybody learns who won", async () => {
  const worker = new LocalWorker();
  const [ada] = await sit(worker, await worker.create(ALONE));
  await playUntil([ada!], isOver(ada!));
  expect(ada!.info!.winners).not.toEqual([]);
  expect(ada!.view!.outcome).toMatchObject({ winners: ada!.info!.winners });
  expect(ada!.messages.some(({ t }) => t === "refused")).toBe(false);
  expect(worker.crashes).toEqual([]);
});

test("a solo game is played to its end", async () => {
  const worker = new LocalWorker();
  const [ada] = await sit(worker, await worker.create({ game: "bibliogamo", seats: [{ name: "Ada" }] }));
  expect(ada!.messages.at(-1)).toMatchObject({ t: "history", lines: [{ v: 0 }] });
  await playUntil([ada!], isOver(ada!));
  expect(ada!.view!.outcome).toMatchObject({ winners: [0] });
});

/** The parts of a message that name a card hidden from this seat. */
function hiddenParts(message: ServerMessage, seat: number): unknown[] {
  if (message.t === "view" && message.view.you !== seat) return [message];
  if (message.t !== "events") return [];
  if (message.view.you !== seat) return [message];
  return message.events
    .filter(
      (event) =>
        ["card-kept", "card-auctioned", "card-drawn"].includes(String(event.event)) &&
        event.seat !== seat &&
        "card" in event,
    )
    .filter((event) => event.event !== "card-kept" || !String(event.card).startsWith("church"));
}

test("the worker posts the views of the seats at this device, and no other seat's cards", async () => {
  const worker = new LocalWorker();
  const people = await sit(worker, await worker.create(TOGETHER));
  await playUntil(people, isOver(people[0]!));
  people.forEach((person, seat) => {
    expect(person.messages.filter(({ t }) => t === "events").length).toBeGreaterThan(20);
    expect(person.messages.flatMap((message) => hiddenParts(message, seat))).toEqual([]);
  });
  const log = [...worker.store.logs.values()].flat();
  const seeds = log.flatMap((entry) => (entry.kind === "sealed" ? [entry.seed] : []));
  const posted = JSON.stringify(people.map(({ messages }) => messages));
  for (const seed of seeds) expect(posted).not.toContain(seed);
  for (const word of ["truth", "token"]) expect(posted).not.toContain(`"${word}"`);
});

test("a seat that closed its connection gets nothing more", async () => {
  const worker = new LocalWorker();
  const people = await sit(worker, await worker.create(TOGETHER));
  people[1]!.close();
  const before = people[1]!.messages.length;
  await playUntil([people[0]!], () => !people[0]!.isMyTurn);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(people[1]!.messages.length).toBe(before);
});

test("a spectator gets the public view, and a wrong token nothing", async () => {
  const worker = new LocalWorker();
  const { table } = await worker.create(ALONE);
  const [watcher, thief] = [new Person(worker, table, null), new Person(worker, table, "x".repeat(40))];
  expect(await watcher.open()).toBe(true);
  expect(watcher.view).toMatchObject({ you: null, hand: [] });
  expect(await thief.open()).toBe(false);
  expect(thief.messages).toMatchObject([{ t: "refused", code: "bad-token" }]);
});

test("after a crash another worker goes on from the log", async () => {
  const worker = new LocalWorker();
  const ticket = await worker.create(ALONE);
  const [ada] = await sit(worker, ticket);
  await playUntil([ada!], () => ada!.v > 12 && ada!.isMyTurn);
  const [shown, v] = [ada!.view, ada!.v];
  ada!.close();
  const again = new LocalWorker(worker.store);
  const [back] = await sit(again, ticket);
  expect([back!.view, back!.v]).toEqual([shown, v]);
  await playUntil([back!], isOver(back!));
  expect(back!.info!.over).toBe(true);
});

test("an action that two tabs send at once is done by one of them", async () => {
  const first = new LocalWorker();
  const ticket = await first.create({ game: "bibliogamo", seats: [{ name: "Ada" }] });
  const second = new LocalWorker(first.store);
  const [one] = await sit(first, ticket);
  const [other] = await sit(second, ticket);
  const action = one!.legal[0]!;
  expect(await one!.act(action)).toMatchObject({ t: "ack", v: 1 });
  // The other tab does not know of it yet: its action is rejected, and it receives the current table.
  expect(await other!.act(action)).toMatchObject({ t: "refused" });
  expect(other!.v).toBe(1);
});

test("the same request is applied once", async () => {
  const worker = new LocalWorker();
  const [ada] = await sit(worker, await worker.create({ game: "bibliogamo", seats: [{ name: "Ada" }] }));
  const act = { t: "act" as const, id: "same", v: 0, action: ada!.legal[0]! };
  await ada!.send(act);
  await ada!.send(act);
  expect(ada!.messages.filter(({ t }) => t === "ack")).toMatchObject([{ v: 1 }, { v: 1 }]);
  expect(ada!.v).toBe(1);
});

test("what is not allowed is refused and changes nothing", async () => {
  const worker = new LocalWorker();
  const [ada] = await sit(worker, await worker.create({ game: "bibliogamo", seats: [{ name: "Ada" }] }));
  expect(await ada!.act("no such thing")).toMatchObject({ t: "refused", code: "invalid-action" });
  expect(await ada!.act("redraw")).toMatchObject({ t: "refused", code: "illegal-action" });
  expect(await ada!.ask({ t: "act", v: 7, action: ada!.legal[0] })).toMatchObject({ code: "stale", facts: { v: 0 } });
  expect(await ada!.ask({ t: "say", text: "hello" })).toMatchObject({ code: "not-local" });
  expect(ada!.v).toBe(0);
  const bad = [
    { seats: [{ name: "Ada" }] },
    { seats: [{ name: "Ada" }, { open: true }] },
    { seats: [{ name: "Ada" }, { bot: "abbott" }] },
    { seats: [{ name: "Ada" }, { bot: "novice" }], edition: "none" },
    { seats: [{ name: "Ada" }, { bot: "novice" }], options: { penalty: 3 } },
  ];
  for (const request of bad) await expect(worker.create({ game: "biblios", ...request })).rejects.toThrow();
});

test("the seat's own bytes are part of the deal, and the commitment comes before them", async () => {
  const worker = new LocalWorker();
  const [ada] = await sit(worker, await worker.create({ ...ALONE, contributes: true }));
  expect(ada!.info).toMatchObject({ started: false, awaits_contribution: true });
  const commitment = ada!.info!.commitment;
  await ada!.contribute(1, "ab".repeat(32));
  expect(ada!.info).toMatchObject({ started: true, commitment });
  const fixed = ada!.messages.find((message) => message.t === "table" && message.table.shuffle.opening);
  expect(fixed).toMatchObject({ table: { shuffle: { waits_for: [0] } } });
});

test("everybody asks for another round, and the first player moves on", async () => {
  const worker = new LocalWorker();
  const [ada] = await sit(worker, await worker.create(ALONE));
  const first = Number(ada!.view!.first);
  await playUntil([ada!], isOver(ada!));
  await ada!.send({ t: "rematch", round: 1 });
  expect(ada!.info).toMatchObject({ round: 2, over: false, started: true });
  expect(ada!.view!.first).toBe((first + 1) % 3);
});

test("levels of the network play", async () => {
  const worker = new LocalWorker();
  const seats = [{ name: "Ada" }, { bot: "prior", name: "Ivo" }, { bot: "lector", name: "Odo" }];
  const [ada] = await sit(worker, await worker.create({ game: "biblios", seats }));
  await playUntil([ada!], isOver(ada!));
  expect(ada!.info!.over).toBe(true);
  expect(worker.crashes).toEqual([]);
});

test("an action can be undone until somebody else has acted", async () => {
  const worker = new LocalWorker();
  const [ada] = await sit(worker, await worker.create({ game: "bibliogamo", seats: [{ name: "Ada" }] }));
  const before = ada!.view;
  const steps = ada!.legal.filter((action) => ["forward", "backward"].includes(action));
  expect(steps.length).toBeGreaterThan(0);
  await ada!.act(steps[0]!);
  expect(ada!.messages.findLast(({ t }) => t === "events")).toMatchObject({ may_take_back: true });
  expect(await ada!.ask({ t: "take-back", v: 1 })).toMatchObject({ t: "ack", v: 2 });
  expect(ada!.view).toEqual(before);
  expect(await ada!.ask({ t: "take-back", v: 2 })).toMatchObject({ code: "nothing-to-take-back" });
});
