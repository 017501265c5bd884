// One WebSocket per table. It reconnects by itself and reports the last version it has seen. An action is sent again
// after a reconnect or a long silence, until the server acknowledges it. The server applies each id once.
import type { Act, Listener, TableTransport } from "./transport";
import type { ClientMessage, ServerMessage } from "./wire";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 6000;
/** After this delay the answer is considered lost. Resending earlier would only give two answers. */
const RESEND_AFTER = 3000;
const CHECK_EVERY = 500;

export class TableSocket implements TableTransport {
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
    this.listener.onLink("opening");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return socket.close();
      this.wait = FIRST_WAIT;
      this.listener.onLink("open");
      this.push(this.listener.makeHello());
      // Messages on the old socket may never have arrived.
      this.sendUnanswered(0);
      this.resend = setInterval(() => this.sendUnanswered(RESEND_AFTER), CHECK_EVERY);
    };
    // An abandoned socket may still deliver messages.
    socket.onmessage = (event) => socket === this.socket && this.receive(event.data as string);
    socket.onclose = (event) => socket === this.socket && this.broken(event.code, event.reason);
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.t === "ack" || (message.t === "refused" && message.id)) {
      this.unanswered.delete(message.id as string);
    }
    this.listener.onMessage(message);
  }

  private broken(code: number, reason: string): void {
    clearInterval(this.resend);
    if (this.done) return;
    // Unknown table, invalid link or banned address: reconnecting would not help.
    if (code >= 4000 || reason === "bad-token" || reason === "banned") {
      this.done = true;
      this.listener.onLink("closed");
      return;
    }
    this.listener.onLink("lost");
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
  }

  /** Abandons the socket and reconnects from scratch. */
  reconnect(): void {
    if (this.done) return;
    const { socket } = this;
    this.socket = null;
    socket?.close();
    clearTimeout(this.timer);
    this.broken(1000, "");
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

  send(message: ClientMessage): void {
    this.push(message);
  }

  close(): void {
    this.done = true;
    clearTimeout(this.timer);
    clearInterval(this.resend);
    removeEventListener("online", this.hurry);
    this.unanswered.clear();
    this.socket?.close();
  }
}

/** Opens the socket of a table of this page's server. */
export function openSocket(table: string, listener: Listener): TableTransport {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new TableSocket(`${scheme}//${location.host}/api/tables/${table}/socket`, listener);
}
