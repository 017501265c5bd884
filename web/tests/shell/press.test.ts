import { beforeEach, expect, test, vi } from "vitest";

// An animation that never ends: the step has arrived, but its view is not on the screen yet.
vi.mock("../../src/shell/motion.svelte", () => ({
  Motion: class {
    finish = vi.fn();
    show = () => new Promise(() => {});
  },
}));

import { Table } from "../../src/shell/table.svelte";
import type { ServerMessage } from "../../src/shell/wire";

const sent: { v: number }[] = [];
let table: Table;
const receive = (message: object) =>
  (table as unknown as { receive(m: ServerMessage): void }).receive(message as ServerMessage);

beforeEach(() => {
  sent.length = 0;
  table = new Table("k3x9", null, false);
  Object.assign(table, { transport: { act: (message: { v: number }) => sent.push(message) } });
  receive({ t: "view", v: 7, view: {} });
});

test("a press is sent with the version on the screen", () => {
  table.act("pass");
  expect(sent.map(({ v }) => v)).toEqual([7]);
});

test("a press while a step is waiting ends the animation and plays nothing", () => {
  receive({ t: "events", v: 8, events: [], view: {} });
  table.act("pass");
  expect(sent).toEqual([]);
});
