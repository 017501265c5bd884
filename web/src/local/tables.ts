// The tables of this browser: connections, bots and the log. An action is saved before anyone sees it.
import type { ClientMessage, NewTable, ServerMessage } from "../shell/wire";
import { drawSeed, drawToken, followUp, receive } from "./commands";
import type { Kits } from "./kit";
import type { Created, Entry } from "./log";
import { LOCAL_PREFIX } from "./messages";
import { askedOf, RefusedError, refusalOf } from "./refusal";
import type { Viewer } from "./rules";
import type { Store } from "./store";
import { LocalTable } from "./table";

interface Connection {
  table: string;
  viewer: Viewer;
  /** Whether the greeting was sent. */
  isOpen: boolean;
  send: (message: ServerMessage) => void;
}

/** The pause before a bot acts, unless the pace is fast. */
const PAUSE_MS = { least: 600, most: 1200 };
/** After this pause a download that failed is tried again. */
const FETCH_AGAIN_MS = 5000;
const MAX_TABLES_IN_MEMORY = 8;

export class LocalTables {
  private readonly tables = new Map<string, LocalTable>();
  private readonly connections = new Map<number, Connection>();
  private readonly queues = new Map<string, Promise<unknown>>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly kits: Kits,
    private readonly store: Store,
    /** Called after a change, for other tabs. */
    private readonly onchange: (table: string) => void = () => {},
    /** Called for an error that only a fault of the program can cause. */
    private readonly oncrash: (error: unknown) => void = () => {},
  ) {}

  /** Runs one task of a table after the other. */
  private inTurn<T>(table: string, task: () => Promise<T>): Promise<T> {
    const done = (this.queues.get(table) ?? Promise.resolve()).then(task, task);
    this.queues.set(
      table,
      done.catch(() => {}),
    );
    return done;
  }

  async create(request: NewTable): Promise<{ table: string; created: Created }> {
    const { game, seats, options = {}, pace = "human", memory = "seen", contributes = false } = request;
    const { games } = await this.kits.list();
    const known = games[game];
    if (!known) throw new RefusedError("no-game", { asked: game });
    const kit = await this.kits.load(game);
    const { info } = known;
    const edition = request.edition ?? info.editions[0] ?? "";
    if (!info.seats.includes(seats.length)) throw new RefusedError("bad-seats", { asked: seats.length });
    if (!(edition in known.options)) throw new RefusedError("unknown-edition", { asked: edition });
    const bad = kit.findBadOption(seats.length, options);
    if (bad !== null) throw new RefusedError("bad-option", { option: bad });
    if (request.daily || request.clock) throw new RefusedError("not-local");
    for (const seat of seats) {
      if (seat.open) throw new RefusedError("not-local");
      if (seat.bot && !info.bots.includes(seat.bot)) throw new RefusedError("unknown-bot", { asked: seat.bot });
    }
    const created: Created = {
      kind: "created",
      at: Date.now(),
      game,
      rules: kit.rules.about.rules,
      edition,
      options,
      seats: seats.map(({ name, bot }) => ({ name: name ?? "", bot: bot ?? null, token: bot ? null : drawToken() })),
      pace,
      memory,
      contributes: contributes === true,
    };
    const table = `${LOCAL_PREFIX}${drawToken().slice(0, 16)}`;
    const entries: Entry[] = [created, { kind: "sealed", round: 1, seed: drawSeed() }];
    await this.store.append(table, 0, entries);
    const opened = LocalTable.load(table, entries, kit);
    this.tables.set(table, opened);
    await this.inTurn(table, () => this.addAll(opened, followUp(opened)));
    return { table, created };
  }

  /** A table, from memory or from its log; null if there is none. */
  async find(table: string): Promise<LocalTable | null> {
    const known = this.tables.get(table);
    if (known) return known;
    const entries = await this.store.load(table);
    const [first] = entries;
    if (first?.kind !== "created") return null;
    const kit = await this.kits.load(first.game);
    const loaded = this.tables.get(table) ?? LocalTable.load(table, entries, kit);
    this.tables.set(table, loaded);
    for (const id of this.tables.keys()) {
      if (this.tables.size <= MAX_TABLES_IN_MEMORY) break;
      if (id !== table && !this.connectionsOf(id).length) this.tables.delete(id);
    }
    return loaded;
  }

  async remove(table: string): Promise<void> {
    await this.inTurn(table, async () => {
      await this.store.remove(table);
      this.tables.delete(table);
      this.onchange(table);
    });
  }

  // Connections.

  /** False if the table cannot be shown; the connection got the reason. What it sends meanwhile waits. */
  async open(number: number, id: string, hello: ClientMessage, send: Connection["send"]): Promise<boolean> {
    if (hello.t !== "hello") return false;
    const connection: Connection = { table: id, viewer: null, isOpen: false, send };
    this.connections.set(number, connection);
    const isCurrent = (): boolean => this.connections.get(number) === connection;
    return this.inTurn(id, async () => {
      try {
        const table = isCurrent() ? await this.find(id) : null;
        if (!isCurrent()) return true;
        if (!table) throw new RefusedError("no-table");
        const viewer = hello.token ? table.seatOf(hello.token) : null;
        if (viewer === undefined) throw new RefusedError("bad-token");
        Object.assign(connection, { viewer, isOpen: true });
        for (const message of table.greet(viewer, this.connected(id))) send(message);
        this.tellTable(table, number);
        this.scheduleBot(table);
        return true;
      } catch (error) {
        if (!isCurrent()) return true;
        this.connections.delete(number);
        send(refusalOf(error, "not-read"));
        return false;
      }
    });
  }

  close(number: number): void {
    const connection = this.connections.get(number);
    this.connections.delete(number);
    if (!connection || this.connectionsOf(connection.table).length) return;
    clearTimeout(this.timers.get(connection.table));
  }

  private connectionsOf(table: string): Connection[] {
    return [...this.connections.values()].filter((one) => one.table === table && one.isOpen);
  }

  private connected(table: string): Set<number> {
    return new Set(this.connectionsOf(table).flatMap(({ viewer }) => (viewer === null ? [] : [viewer])));
  }

  /** Tells everybody but one connection who is at the table. */
  private tellTable(table: LocalTable, except: number | null = null): void {
    for (const [number, { table: id, viewer, isOpen, send }] of this.connections)
      if (id === table.id && isOpen && number !== except) send(table.tableMessage(viewer, this.connected(id)));
  }

  // Messages.

  async receive(number: number, message: ClientMessage): Promise<void> {
    const connection = this.connections.get(number);
    if (!connection) return;
    const { send } = connection;
    const id = "id" in message ? message.id : null;
    await this.inTurn(connection.table, async () => {
      const { viewer } = connection;
      if (!connection.isOpen || !this.connections.has(number)) return;
      try {
        const table = await this.find(connection.table);
        if (!table) throw new RefusedError("no-table");
        if (viewer === null) throw new RefusedError("bad-token");
        await this.addAll(table, receive(table, viewer, message));
        if (id !== null) send({ t: "ack", id, v: table.doneBefore(viewer, id) ?? table.round.v });
      } catch (error) {
        const refusal = refusalOf(error, "not-saved", id);
        if (!(error instanceof RefusedError)) await this.recover(connection.table, error);
        if (id !== null || refusal.code !== "not-now")
          send({ ...refusal, facts: { ...refusal.facts, ...askedOf(message) } });
      }
    });
  }

  /** Saves entries and what follows from them, then tells everybody. */
  private async addAll(table: LocalTable, entries: Entry[]): Promise<void> {
    for (let next = entries; next.length; next = followUp(table)) {
      await this.store.append(table.id, table.length, next);
      for (const entry of next) {
        table.apply(entry);
        this.report(table, entry);
      }
      this.onchange(table.id);
    }
    this.scheduleBot(table);
  }

  private report(table: LocalTable, entry: Entry): void {
    const connected = this.connected(table.id);
    for (const { viewer, send } of this.connectionsOf(table.id)) {
      if (entry.kind === "acted") send(table.stepMessage(viewer));
      else if (entry.kind === "undone") send(table.viewMessage(viewer));
      else if (entry.kind === "begun") table.greet(viewer, connected).forEach(send);
      if (entry.kind !== "undone" && entry.kind !== "begun" && (entry.kind !== "acted" || table.isOver))
        send(table.tableMessage(viewer, connected));
    }
  }

  /** Reads the log again: another tab has changed the table, or an entry could not be saved. */
  async reload(id: string): Promise<void> {
    if (!this.tables.delete(id)) return;
    let table: LocalTable | null;
    try {
      table = await this.find(id);
    } catch {
      return; // it is read again when it is needed
    }
    if (!table) {
      for (const { send } of this.connectionsOf(id)) send(refusalOf(new RefusedError("no-table"), ""));
      return;
    }
    for (const { viewer, send } of this.connectionsOf(id)) table.greet(viewer, this.connected(id)).forEach(send);
    this.scheduleBot(table);
  }

  /** Another tab has changed a table. */
  changedElsewhere(id: string): void {
    if (this.tables.has(id)) void this.inTurn(id, () => this.reload(id));
  }

  // Bots.

  private scheduleBot(table: LocalTable): void {
    clearTimeout(this.timers.get(table.id));
    if (!table.botToAct || !this.connectionsOf(table.id).length) return;
    const { least, most } = PAUSE_MS;
    const pause = table.pace === "fast" ? 0 : least + Math.random() * (most - least);
    const { length } = table;
    this.timers.set(
      table.id,
      setTimeout(() => void this.actForBot(table.id, length), pause),
    );
  }

  private async actForBot(id: string, length: number): Promise<void> {
    const waiting = this.tables.get(id);
    try {
      // Outside the turn of the table: people can undo while a large file is on its way.
      if (waiting?.botToAct) await waiting.kit.prepare(waiting.botToAct.bot);
    } catch (error) {
      if (!(error instanceof RefusedError)) return this.recover(id, error);
      if (this.tables.get(id)?.length !== length || !this.connectionsOf(id).length) return;
      for (const { send } of this.connectionsOf(id)) send(refusalOf(error, ""));
      clearTimeout(this.timers.get(id));
      this.timers.set(
        id,
        setTimeout(() => void this.actForBot(id, length), FETCH_AGAIN_MS),
      );
      return;
    }
    return this.inTurn(id, async () => {
      const table = this.tables.get(id);
      const next = table?.botToAct;
      if (!table || !next || table.length !== length) return;
      try {
        const code = table.kit.rules.choose(table.round.state!, next.bot);
        const action = table.kit.rules.textOf(code);
        await this.addAll(table, [{ kind: "acted", seat: next.seat, action, id: null }]);
      } catch (error) {
        await this.recover(id, error);
      }
    });
  }

  /** After an error of the storage the table is read again. Any other error ends the worker. */
  private async recover(id: string, error: unknown): Promise<void> {
    if (error instanceof DOMException) await this.reload(id);
    else this.oncrash(error);
  }
}
