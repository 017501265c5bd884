// Tables in this process: the worker's own code with the real rules, and a store in memory.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalApi } from "../../src/local/api";
import { Kits, type ReadFile } from "../../src/local/kit";
import type { Entry } from "../../src/local/log";
import { LocalReplays } from "../../src/local/replays";
import type { Store } from "../../src/local/store";
import { LocalTables } from "../../src/local/tables";
import { hashOf } from "../../src/shell/verify/commitments";
import type { ClientMessage, NewTable, ServerMessage, TableInfo } from "../../src/shell/wire";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "build", "wasm");
// `make wasm` builds the folder.
export const readFile: ReadFile = async (file) => new Uint8Array(readFileSync(join(FOLDER, file))).buffer;

export class MemoryStore implements Store {
  readonly logs = new Map<string, Entry[]>();
  private readonly records = new Map<string, string>();
  async load(table: string): Promise<Entry[]> {
    return [...(this.logs.get(table) ?? [])];
  }
  async append(table: string, from: number, entries: Entry[]): Promise<void> {
    const log = this.logs.get(table) ?? [];
    if (log.length !== from) throw new DOMException("another tab was first", "ConstraintError");
    this.logs.set(table, [...log, ...structuredClone(entries)]);
  }
  async remove(table: string): Promise<void> {
    this.logs.delete(table);
  }
  async saveRecord(id: string, text: string): Promise<void> {
    this.records.set(id, text);
  }
  async loadRecord(id: string): Promise<string | null> {
    return this.records.get(id) ?? null;
  }
}

export interface Ticket {
  table: string;
  seat: number;
  token: string;
  reserved: { seat: number; token: string }[];
}

/** A worker with its tables and its API, as in one tab. */
export class LocalWorker {
  readonly tables: LocalTables;
  readonly api: LocalApi;
  readonly crashes: unknown[] = [];
  /** The tables whose changes were announced to other tabs. */
  readonly changed: string[] = [];
  constructor(
    readonly store: MemoryStore = new MemoryStore(),
    read: ReadFile = readFile,
  ) {
    const kits = new Kits(read);
    const [onchange, oncrash] = [this.changed, this.crashes].map((list: unknown[]) => (one: unknown) => list.push(one));
    this.tables = new LocalTables(kits, store, onchange, oncrash);
    this.api = new LocalApi(kits, this.tables, new LocalReplays(kits, store, this.tables));
  }

  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, body: answer } = await this.api.answer({ method, path, body });
    if (status !== 200) throw new Error((answer as { code: string }).code);
    return answer as T;
  }

  create(request: NewTable): Promise<Ticket> {
    return this.request("POST", "/api/tables", { pace: "fast", ...request });
  }
}

let serial = 0;

/** A person at a table, with every message they received and their current view. */
export class Person {
  readonly messages: ServerMessage[] = [];
  info: TableInfo | null = null;
  view: Record<string, unknown> | null = null;
  v = 0;
  private readonly number = ++serial;
  private answers = new Map<string, (message: ServerMessage) => void>();

  constructor(
    private readonly worker: LocalWorker,
    private readonly table: string,
    private readonly token: string | null,
  ) {}

  open(): Promise<boolean> {
    return this.worker.tables.open(this.number, this.table, { t: "hello", token: this.token }, (message) => {
      this.messages.push(message);
      if (message.t === "table") this.info = message.table;
      if (message.t === "view" || message.t === "events") [this.view, this.v] = [message.view, message.v];
      if ((message.t === "ack" || message.t === "refused") && message.id) this.answers.get(message.id)?.(message);
    });
  }

  close(): void {
    this.worker.tables.close(this.number);
  }

  send(message: ClientMessage): Promise<void> {
    return this.worker.tables.receive(this.number, message);
  }

  /** Sends a request and returns its answer. */
  async ask(message: Record<string, unknown>): Promise<ServerMessage> {
    const id = `id-${++serial}`;
    let answer: ServerMessage | null = null;
    this.answers.set(id, (message) => (answer = message));
    await this.send({ ...message, id } as ClientMessage);
    return answer!;
  }

  async act(action: string): Promise<ServerMessage> {
    return this.ask({ t: "act", v: this.v, action });
  }

  /** Adds this seat's bytes to a deal, as the page does. */
  async contribute(round: number, contribution: string): Promise<void> {
    await this.ask({ t: "commit", round, hash: hashOf(contribution) });
    await this.ask({ t: "contribute", round, contribution });
  }

  get legal(): string[] {
    return (this.view?.legal ?? []) as string[];
  }

  get isMyTurn(): boolean {
    return this.view !== null && this.view.to_act === this.view.you;
  }
}

/** Plays at random until a condition holds. Bots play in between. */
export async function playUntil(people: Person[], until: () => boolean): Promise<void> {
  for (let turn = 0; turn < 5000 && !until(); turn++) {
    const mover = people.find((person) => person.isMyTurn);
    const { legal = [] } = mover ?? {};
    if (mover) await mover.act(legal[Math.floor(Math.random() * legal.length)]!);
    else await new Promise((resolve) => setTimeout(resolve));
  }
}
