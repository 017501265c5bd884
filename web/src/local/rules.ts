// The rules of one game, as the compiled module has them: states in, states and JSON out. A state is an array of bytes,
// so a copy of it is a copy of the game.
import { WasmGame } from "./module";

export type State = Uint8Array;
export type Json = Record<string, unknown>;
/** A seat, or null for the public. */
export type Viewer = number | null;

/** Sees every card, as at the end of a game. */
export const REFEREE = -2;
const PUBLIC = -1;
const MASK_63 = (1n << 63n) - 1n;
/** Where the rules put the positions of the parts that they leave empty. */
const MAX_GAPS = 3;

export class Rules {
  private readonly state: number;
  private readonly before: number;
  private readonly out: number;
  private readonly gaps: number;
  private readonly key: number;
  private readonly memory: number;
  private readonly codes: Map<string, number>;
  /** Where the network and its working memory are, once a level has needed it. */
  private network: { at: number; memory: number } | null = null;

  constructor(
    private readonly module: WasmGame,
    /** The byte of a state with the number of its collection; null if the game has none. */
    private readonly collectionAt: number | null,
  ) {
    const { sizes, actions } = module.about;
    this.state = module.allocate(sizes.state);
    this.before = module.allocate(sizes.state);
    this.out = module.allocate(Math.max(sizes.view, sizes.text));
    this.gaps = module.allocate(8 * MAX_GAPS);
    this.key = module.allocate(32);
    this.memory = module.allocate(sizes.player);
    this.codes = new Map(actions.map((text, code) => [text, code]));
  }

  get about(): WasmGame["about"] {
    return this.module.about;
  }

  /** The code of an action, or null if the game has no such action. */
  codeOf(text: string): number | null {
    return this.codes.get(text) ?? null;
  }

  textOf(code: number): string {
    return this.about.actions[code] ?? "";
  }

  /** A dealt game. `first` is the first seat, or null for a random one. */
  deal(blank: State, key: Uint8Array, first: number | null): State {
    this.load(blank);
    this.module.bytes(this.key, 32).set(key);
    this.module.call("begin", this.state, this.key, BigInt(first ?? -1));
    return this.saved();
  }

  /** The seat to act; null when the game is over. */
  actor(state: State): number | null {
    this.load(state);
    const seat = this.module.call("actor", this.state);
    return seat < 0 ? null : seat;
  }

  isLegal(state: State, code: number): boolean {
    this.load(state);
    return this.module.call("is_legal", this.state, BigInt(code)) !== 0;
  }

  /** The state after a legal action. */
  apply(state: State, code: number): State {
    this.load(state);
    this.module.call("apply", this.state, BigInt(code));
    return this.saved();
  }

  /** What a viewer may see, with the options of the table. */
  view(state: State, viewer: Viewer, options: Json): Json {
    const outcome = JSON.stringify(this.outcome(state));
    this.load(state);
    this.module.call("write_view", this.state, BigInt(viewer ?? PUBLIC), this.out, this.gaps);
    const hasCollection = this.collectionAt !== null;
    const count = hasCollection ? 3 : 2;
    const ends = new BigInt64Array(this.module.bytes(this.gaps, 8 * count).slice().buffer);
    const parts = [...ends].map((end, n) => this.module.text(this.out + Number(n ? ends[n - 1] : 0), this.out + Number(end))); // prettier-ignore
    const fill = hasCollection ? [this.collection(state), JSON.stringify(options)] : [JSON.stringify(options)];
    const whole = parts.map((part, n) => part + (fill[n] ?? "")).join("");
    return JSON.parse(`${whole}${outcome}}`) as Json;
  }

  /** What a viewer saw of the action that led from one state to the next; with null, of the deal. */
  events(before: State | null, state: State, code: number, viewer: Viewer | typeof REFEREE): Json[] {
    this.load(state);
    this.module.bytes(this.before, state.length).set(before ?? state);
    const played = BigInt(before ? code : -1);
    const seer = BigInt(viewer ?? PUBLIC);
    const end = this.module.call("write_events", this.before, this.state, played, seer, this.out);
    return JSON.parse(this.module.text(this.out, this.out + end)) as Json[];
  }

  /** Null until the game is over. `sealed`: as fingerprints of records have it. */
  outcome(state: State, sealed = false): Json | null {
    this.load(state);
    const end = this.module.call("write_outcome", this.state, sealed ? 1n : 0n, this.out);
    return JSON.parse(this.module.text(this.out, this.out + end)) as Json | null;
  }

  /** Every card. Only for finished games and fingerprints. */
  truth(state: State): Json {
    this.load(state);
    const end = this.module.call("write_truth", this.state, this.out, this.gaps);
    const at = Number(new BigInt64Array(this.module.bytes(this.gaps, 8).slice().buffer)[0]);
    const split = at < 0 ? end : at;
    const [head, tail] = [this.module.text(this.out, this.out + split), this.module.text(this.out + split, this.out + end)]; // prettier-ignore
    return JSON.parse(at < 0 ? head : head + this.collection(state) + tail) as Json;
  }

  /** How many random numbers were used so far. */
  drawn(state: State): number {
    this.load(state);
    return this.module.call("drawn", this.state);
  }

  /** Whether the seat that acted may undo its action, as long as no other seat has acted since. */
  mayUndo(before: State, state: State, code: number): boolean {
    this.load(state);
    this.module.bytes(this.before, before.length).set(before);
    if (this.module.call("has_revealed", this.before, this.state)) return false;
    return this.module.call("may_take_back", this.before, BigInt(code)) !== 0;
  }

  /** Why the seat to act may not do this; null if the rules give no reason. */
  reason(state: State, code: number): Json | null {
    this.load(state);
    const end = this.module.call("write_reason", this.state, BigInt(code), this.out);
    return end ? (JSON.parse(this.module.text(this.out, this.out + end)) as Json) : null;
  }

  /** Whether a level needs the network, which is not loaded yet. */
  needsNetwork(player: string): boolean {
    return !this.network && !!this.about.network?.levels.includes(player);
  }

  loadNetwork(file: Uint8Array): void {
    const [at, memory] = [file.length, this.about.sizes.network_memory ?? 0].map((size) => this.module.allocate(size));
    this.module.bytes(at!, file.length).set(file);
    this.network = { at: at!, memory: memory! };
  }

  /** The choice of a level for the seat to act. It reads only what that seat knows. */
  choose(state: State, player: string): number {
    const word = crypto.getRandomValues(new BigUint64Array(1))[0]! & MASK_63 || 1n;
    this.load(state);
    const level = this.about.network?.levels.indexOf(player) ?? -1;
    if (level >= 0 && this.network)
      return this.module.call("choose_network", this.state, BigInt(level), word, this.network.at, this.network.memory);
    const number = this.about.players.indexOf(player);
    if (number < 0) throw new Error(`no compiled player ${player}`);
    this.module.bytes(this.memory, this.about.sizes.player).fill(0);
    return this.module.call("choose", this.state, BigInt(number), word, this.memory);
  }

  private collection(state: State): string {
    return this.about.parts?.prestige[state[this.collectionAt ?? 0] ?? 0] ?? "null";
  }

  private load(state: State): void {
    this.module.bytes(this.state, state.length).set(state);
  }

  private saved(): State {
    return this.module.bytes(this.state, this.about.sizes.state).slice();
  }
}
