import { beforeEach, expect, test, vi } from "vitest";

// Motion that is still under way: the step has come, its view is not yet on the screen.
vi.mock("../../src/shell/motion.svelte", () => ({ finish: vi.fn(), show: () => new Promise(() => {}) }));

import { Table } from "../../src/shell/table.svelte";
import type { ServerMessage } from "../../src/shell/wire";

const sent: { v: number }[] = [];
let table: Table;
const hear = (message: object) =>
  (table as unknown as { heard(m: ServerMessage): void }).heard(message as ServerMessage);

beforeEach(() => {
  sent.length = 0;
  table = new Table("k3x9", null, false);
  Object.assign(table, { socket: { act: (message: { v: number }) => sent.push(message) } });
  hear({ t: "view", v: 7, view: {} });
});

test("a press is sent with the version that was on the screen", () => {
  table.act("pass");
  expect(sent.map(({ v }) => v)).toEqual([7]);
});

test("a press while a step waits to be shown ends the motion and plays nothing", () => {
  hear({ t: "events", v: 8, events: [], view: {} });
  table.act("pass");
  expect(sent).toEqual([]);
});
