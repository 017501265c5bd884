// One socket a table. It comes back by itself after a break, says what it has already seen, and
// sends an action again after a break or a long silence, until the server has acknowledged it; the
// server applies an id once.
import type { ClientMessage, ServerMessage } from "./wire";

export type Link = "opening" | "open" | "lost" | "closed";
/** What is sent until it is answered. */
type Act = Extract<ClientMessage, { id: string }>;

export interface Listener {
  heard(message: ServerMessage): void;
  linked(link: Link): void;
  /** What the first message carries: token, last version, last counter, language. */
  hello(): ClientMessage;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 6000;
/** An answer that is this late was lost; before, a second copy would only be answered twice. */
const RESEND_AFTER = 3000;
const LOOK_EVERY = 500;

export class TableSocket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private resend: ReturnType<typeof setInterval> | undefined;
  private unanswered = new Map<string, { act: Act; sent: number }>();
  private done = false;

  constructor(
    private address: string,
    private listener: Listener,
  ) {
    this.open();
    addEventListener("online", this.hurry);
  }

  private open(): void {
    this.listener.linked("opening");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.listener.linked("open");
      this.push(this.listener.hello());
      // What the old socket carried may never have arrived.
      this.sendUnanswered(0);
      this.resend = setInterval(() => this.sendUnanswered(RESEND_AFTER), LOOK_EVERY);
    };
    socket.onmessage = (event) => this.receive(event.data as string);
    socket.onclose = (event) => this.broken(event.code, event.reason);
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.t === "ack" || (message.t === "refused" && message.id)) {
      this.unanswered.delete(message.id as string);
    }
    this.listener.heard(message);
  }

  private broken(code: number, reason: string): void {
    clearInterval(this.resend);
    if (this.done) return;
    // No such table, a link that opens no seat, an address that is not heard: asking again is no use.
    if (code >= 4000 || reason === "bad-token" || reason === "banned") {
      this.done = true;
      this.listener.linked("closed");
      return;
    }
    this.listener.linked("lost");
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
  }

  private hurry = (): void => {
    if (this.done || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    if (this.socket?.readyState !== WebSocket.CONNECTING) this.open();
  };

  private push(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private sendUnanswered(after: number): void {
    const now = Date.now();
    for (const waiting of this.unanswered.values()) {
      if (now - waiting.sent < after) continue;
      waiting.sent = now;
      this.push(waiting.act);
    }
  }

  act(act: Act): void {
    this.unanswered.set(act.id, { act, sent: Date.now() });
    this.push(act);
  }

  say(message: ClientMessage): void {
    this.push(message);
  }

  close(): void {
    this.done = true;
    clearTimeout(this.timer);
    clearInterval(this.resend);
    removeEventListener("online", this.hurry);
    this.socket?.close();
  }
}
