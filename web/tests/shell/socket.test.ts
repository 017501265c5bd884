// When an action is sent again: after a break, after a long silence, and at no other time.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableSocket } from "../../src/shell/socket";

class Wire {
  static OPEN = 1;
  static CONNECTING = 0;
  static all: Wire[] = [];
  readyState = 0;
  sent: { t: string; id?: string }[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number; reason: string }): void => {};
  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  connect(): void {
    this.readyState = 1;
    this.onopen();
  }
  lose(): void {
    this.readyState = 3;
    this.onclose({ code: 1006, reason: "" });
  }
  acts(): (string | undefined)[] {
    return this.sent.filter(({ t }) => t === "act").map(({ id }) => id);
  }
}

let socket: TableSocket;
const act = (id: string): void => socket.act({ t: "act", id, v: 1, action: "pass" });
const first = (): Wire => Wire.all[0]!;

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  socket = new TableSocket("ws://here", { heard() {}, linked() {}, hello: () => ({ t: "hello" }) });
  first().connect();
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an action sent a moment ago is not sent again", () => {
  vi.advanceTimersByTime(2900);
  act("one");
  vi.advanceTimersByTime(2000);
  expect(first().acts()).toEqual(["one"]);
});

test("an action that nobody answers is sent again after a while", () => {
  act("one");
  vi.advanceTimersByTime(3600);
  expect(first().acts()).toEqual(["one", "one"]);
});

test("an answered action is never sent again", () => {
  act("one");
  first().onmessage({ data: '{"t":"ack","id":"one","v":2}' });
  vi.advanceTimersByTime(20000);
  expect(first().acts()).toEqual(["one"]);
});

test("after a break everything unanswered is sent at once, after the greeting", () => {
  act("one");
  first().lose();
  vi.advanceTimersByTime(1000);
  act("two");
  const again = Wire.all[1]!;
  again.connect();
  expect(again.sent.map(({ t, id }) => id ?? t)).toEqual(["hello", "one", "two"]);
});
