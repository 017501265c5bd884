// The page's side of the tables in this browser: one worker for all of them, started when it is first needed. A worker
// that crashes or hangs is replaced, and every table goes on from its log.
import {
  LOCAL_PREFIX,
  type FromWorker,
  type LocalAnswer,
  type LocalRequest,
  type ToWorker,
} from "../../local/messages";
import { baseAddress, IS_SITE } from "../routes";
import { m } from "../text/text.svelte";
import type { Act, Listener, TableTransport } from "../transport";
import type { ClientMessage, ServerMessage } from "../wire";

/** Whether a table or a replay is in this browser. On a static host there is no other place. */
export const isLocal = (id: string): boolean => IS_SITE || id.startsWith(LOCAL_PREFIX);

/** The folder of the compiled rules. */
export const rulesFolder = (): string => new URL("wasm/", baseAddress()).href;

/** A worker that does not answer for so long hangs. */
const PATIENCE_MS = 15_000;
/** A worker that crashes more often than this, with less than a minute in between, is not replaced by itself. */
const MAX_CRASHES = 3;
const CALM_MS = 60_000;

interface Waiting {
  request: LocalRequest;
  resolve: (answer: LocalAnswer) => void;
}

class LocalBrowser {
  private worker: Worker | null = null;
  private serial = 0;
  private crashes = 0;
  private lastCrash = -Infinity;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private readonly requests = new Map<number, Waiting>();
  private readonly connections = new Map<number, LocalTransport>();

  private post(message: ToWorker): void {
    if (!this.worker) {
      // The class is named in place, so that the build finds the worker.
      this.worker = new Worker(new URL("../../local/worker.ts", import.meta.url), { type: "module" });
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
      this.worker.onerror = () => this.restart();
      this.worker.postMessage({ t: "start", base: rulesFolder() } satisfies ToWorker);
    }
    this.worker.postMessage(message);
  }

  private receive(message: FromWorker): void {
    if (message.t === "answer") {
      const waiting = this.requests.get(message.id);
      this.requests.delete(message.id);
      waiting?.resolve(message.answer);
    } else if (message.t === "waiting") {
      // Only the watchdog needs to know.
    } else if (message.t === "closed") this.connections.get(message.connection)?.refuse();
    else this.connections.get(message.connection)?.receive(message.message);
    this.watch();
  }

  /** While an answer is due, the worker must say something from time to time. */
  watch(): void {
    clearTimeout(this.watchdog);
    const isDue = this.requests.size > 0 || [...this.connections.values()].some((one) => one.isWaiting);
    if (isDue) this.watchdog = setTimeout(() => this.restart(), PATIENCE_MS);
  }

  private restart(): void {
    this.worker?.terminate();
    this.worker = null;
    const open = [...this.connections.values()];
    for (const connection of open) connection.lose();
    if (performance.now() - this.lastCrash > CALM_MS) this.crashes = 0;
    this.lastCrash = performance.now();
    if (++this.crashes > MAX_CRASHES) return this.giveUp();
    for (const [id, { request }] of this.requests) this.post({ t: "request", id, ...request });
    for (const connection of open) connection.open();
    this.watch();
  }

  private giveUp(): void {
    clearTimeout(this.watchdog);
    for (const { resolve } of this.requests.values()) resolve({ status: 500, body: { code: "failed", text: "" } });
    this.requests.clear();
    for (const connection of [...this.connections.values()]) {
      connection.receive({ t: "refused", id: null, code: "failed", facts: {}, text: "" });
      connection.refuse();
    }
  }

  request(request: LocalRequest): Promise<LocalAnswer> {
    const id = ++this.serial;
    return new Promise((resolve) => {
      this.requests.set(id, { request, resolve });
      this.post({ t: "request", id, ...request });
      this.watch();
    });
  }

  prepare(game: string): void {
    this.post({ t: "prepare", game });
  }

  connect(table: string, listener: Listener): TableTransport {
    const connection = ++this.serial;
    const transport = new LocalTransport(
      listener,
      (message) => this.post({ t: "send", connection, message }),
      () => this.post({ t: "open", connection, table, hello: listener.makeHello() }),
      () => {
        if (this.connections.delete(connection) && this.worker) this.post({ t: "close", connection });
      },
      () => this.watch(),
    );
    this.connections.set(connection, transport);
    transport.open();
    return transport;
  }
}

/** The connection of one seat to a table in the worker. */
class LocalTransport implements TableTransport {
  private readonly unanswered = new Map<string, Act>();

  constructor(
    private readonly listener: Listener,
    private readonly push: (message: ClientMessage) => void,
    private readonly begin: () => void,
    private readonly end: () => void,
    private readonly watch: () => void,
  ) {}

  get isWaiting(): boolean {
    return this.unanswered.size > 0;
  }

  open(): void {
    this.listener.onLink("opening");
    this.begin();
    this.listener.onLink("open");
    for (const act of this.unanswered.values()) this.push(act);
  }

  lose(): void {
    this.listener.onLink("lost");
  }

  refuse(): void {
    this.end();
    this.listener.onLink("closed");
  }

  receive(message: ServerMessage): void {
    if (message.t === "ack" || (message.t === "refused" && message.id)) this.unanswered.delete(message.id as string);
    this.listener.onMessage(
      message.t === "refused"
        ? { ...message, text: message.text || refusalText(message.code, message.facts) }
        : message,
    );
  }

  act(act: Act): void {
    this.unanswered.set(act.id, act);
    this.push(act);
    this.watch();
  }

  send(message: ClientMessage): void {
    this.push(message);
  }

  reconnect(): void {
    this.open();
  }

  close(): void {
    this.unanswered.clear();
    this.end();
  }
}

/** What the page says where a server would send a sentence. */
export function refusalText(code: string, facts: Record<string, unknown> = {}): string {
  switch (code) {
    case "not-loaded":
      return m.web_local_not_loaded();
    case "level-not-loaded":
      return m.web_local_level_not_loaded();
    case "not-read":
      return m.web_local_not_read();
    case "other-rules":
      return m.web_local_other_rules();
    case "not-saved":
      return m.web_local_not_saved();
    case "no-table":
    case "no-replay":
      return m.web_local_no_table();
    case "not-local":
    case "bad-option":
      return m.web_local_without();
    case "bad-record":
    case "record-unfinished":
      return m.web_local_bad_record({ line: Number(facts.line ?? 1) });
    default:
      return m.web_local_failed();
  }
}

const browser = new LocalBrowser();

/** Opens the transport of a table in this browser. */
export const openLocal = (table: string, listener: Listener): TableTransport => browser.connect(table, listener);

/** Loads the rules of a game before somebody presses a button. */
export const prepareLocal = (game: string): void => browser.prepare(game);

/** A request as to a server, answered by the worker. */
export const requestLocal = (request: LocalRequest): Promise<LocalAnswer> => browser.request(request);
