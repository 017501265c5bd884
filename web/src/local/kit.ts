// What the worker knows about the games of this build: their rules, options and levels. All of it is made from the
// Python sources when the page is built (tools/local_games.py).
import type { GameInfo, ServerInfo } from "../shell/wire";
import { rulesAddress } from "./messages";
import { RefusedError } from "./refusal";
import { WasmGame, type GameDescription } from "./module";
import { Rules, type Json, type State } from "./rules";

export interface LocalGame {
  info: GameInfo;
  /** Options that records and views name only if they differ from their default. */
  tacit: string[];
  /** The options in views, by edition. */
  options: Record<string, Json>;
  /** The header lines of a record, in order. */
  facts: string[];
  /** The byte of a state with the number of its collection. */
  collection_at: number | null;
}

export interface LocalGames {
  info: ServerInfo;
  games: Record<string, LocalGame>;
}

const decode = (text: string): State => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The rules of a game with its table of options. */
export class GameKit {
  constructor(
    readonly game: LocalGame,
    readonly rules: Rules,
    private readonly read: ReadFile,
  ) {}

  /** Fetches what a level needs besides the rules. */
  async prepare(bot: string): Promise<void> {
    const { network } = this.rules.about;
    if (!network || !this.rules.needsNetwork(bot)) return;
    const file = await this.read(network.file).then(
      (found) => new Uint8Array(found),
      () => null,
    );
    if (file?.length !== network.bytes) throw new RefusedError("level-not-loaded");
    if (this.rules.needsNetwork(bot)) this.rules.loadNetwork(file);
  }

  /** The options of a table as views have them: those of the edition, changed by what was asked for. */
  viewOptions(edition: string, asked: Json): Json {
    const usual = this.game.options[edition] ?? {};
    const changed = Object.entries(asked).filter(
      ([name, value]) =>
        name in usual || value !== this.game.info.table.find((option) => option.name === name)?.default,
    );
    return { ...usual, ...Object.fromEntries(changed) };
  }

  /** A dealt game. `first` is the first seat, or null for a random one. */
  deal(seats: number, options: Json, key: Uint8Array, first: number | null): State {
    const blank = decode(this.rules.about.blanks[seats] ?? "");
    for (const { name, offset, value } of this.rules.about.options) blank[offset] = options[name] === value ? 1 : 0;
    return this.rules.deal(blank, key, first);
  }

  /** Every option of a table, also those that views leave out. */
  allOptions(edition: string, asked: Json): Json {
    const defaults = this.game.info.table.map(({ name, default: usual, editions }) => [
      name,
      editions[edition] ?? usual,
    ]);
    return { ...Object.fromEntries(defaults), ...asked };
  }

  /** The first option that does not exist or does not have this value; null if all are good. */
  findBadOption(seats: number, asked: Json): string | null {
    for (const [name, value] of Object.entries(asked)) {
      const option = this.game.info.table.find((one) => one.name === name);
      if (!option) return name;
      const isSeat = value === null || (Number.isInteger(value) && (value as number) >= 0 && (value as number) < seats);
      const isGood =
        option.kind === "seat"
          ? isSeat
          : option.kind === "yes-no"
            ? typeof value === "boolean"
            : option.kind === "set"
              ? value === option.default
              : option.choices.includes(value as string);
      if (!isGood) return name;
    }
    return null;
  }
}

/** Reads a file of the folder of compiled rules. */
export type ReadFile = (file: string) => Promise<ArrayBuffer>;

const FETCH_MS = 120_000;
const REPORT_EVERY_MS = 3000;

/** Reads from a folder of the page. Meanwhile `onwait` is called from time to time. */
export const readFrom =
  (folder: string, onwait: () => void): ReadFile =>
  async (file) => {
    const timer = setInterval(onwait, REPORT_EVERY_MS);
    try {
      const answer = await fetch(rulesAddress(file, folder), { signal: AbortSignal.timeout(FETCH_MS) });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      return await answer.arrayBuffer();
    } finally {
      clearInterval(timer);
    }
  };

const parse = <T>(file: ArrayBuffer): T => JSON.parse(new TextDecoder().decode(file)) as T;

/** Whatever was wrong with a file, its rules are not there. */
const loaded = <T>(file: Promise<T>): Promise<T> =>
  file.catch(() => {
    throw new RefusedError("not-loaded");
  });

/** Loads each game once. */
export class Kits {
  private games: Promise<LocalGames> | null = null;
  private kits = new Map<string, Promise<GameKit>>();

  constructor(private readonly read: ReadFile) {}

  list(): Promise<LocalGames> {
    this.games ??= loaded(this.read("games.json").then(parse<LocalGames>));
    this.games.catch(() => (this.games = null));
    return this.games;
  }

  load(name: string): Promise<GameKit> {
    const known = this.kits.get(name);
    if (known) return known;
    const kit = loaded(this.open(name));
    this.kits.set(name, kit);
    kit.catch(() => this.kits.delete(name));
    return kit;
  }

  private async open(name: string): Promise<GameKit> {
    if (!/^\w+$/.test(name)) throw new Error(`no game ${name}`); // it becomes part of an address
    const [{ games }, about, code] = await Promise.all([
      this.list(),
      this.read(`${name}.json`).then(parse<GameDescription>),
      this.read(`${name}.wasm`),
    ]);
    const game = games[name];
    if (!game) throw new Error(`no game ${name}`);
    return new GameKit(
      game,
      new Rules(new WasmGame(about, await WebAssembly.compile(code)), game.collection_at),
      this.read,
    );
  }
}
