// An action is sent again after a reconnect or a long silence, and at no other time.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableSocket } from "../../src/shell/socket";
import { FakeSocket } from "../fakeSocket";

let socket: TableSocket;
const sendAction = (id: string): void => socket.act({ t: "act", id, v: 1, action: "pass" });
const firstSocket = (): FakeSocket => FakeSocket.all[0]!;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  socket = new TableSocket("ws://here", { onMessage() {}, onLink() {}, makeHello: () => ({ t: "hello" }) });
  firstSocket().connect();
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an action sent a moment ago is not sent again", () => {
  vi.advanceTimersByTime(2900);
  sendAction("one");
  vi.advanceTimersByTime(2000);
  expect(firstSocket().sentActions()).toEqual(["one"]);
});

test("an unanswered action is sent again after a while", () => {
  sendAction("one");
  vi.advanceTimersByTime(3600);
  expect(firstSocket().sentActions()).toEqual(["one", "one"]);
});

test("an answered action is never sent again", () => {
  sendAction("one");
  firstSocket().onmessage({ data: '{"t":"ack","id":"one","v":2}' });
  vi.advanceTimersByTime(20000);
  expect(firstSocket().sentActions()).toEqual(["one"]);
});

test("after a reconnect every unanswered action is sent at once, after the hello message", () => {
  sendAction("one");
  firstSocket().disconnect();
  vi.advanceTimersByTime(1000);
  sendAction("two");
  const again = FakeSocket.all[1]!;
  again.connect();
  expect(again.sent.map(({ t, id }) => id ?? t)).toEqual(["hello", "one", "two"]);
});
