// One round of a table: the seed, what the seats add to it, and the game that follows from them.
import { commitmentOf, keyOf } from "../shell/verify/chance";
import { unhex } from "../shell/verify/sha256";
import type { HistoryLine, ShuffleInfo } from "../shell/wire";
import type { GameKit } from "./kit";
import type { Json, State, Viewer } from "./rules";

/** An action that counts: one that was not undone. */
export interface RoundStep {
  v: number;
  seat: number;
  code: number;
  isBot: boolean;
  before: State;
  after: State;
}

const seedBytes = (seed: string): Uint8Array => unhex(seed) ?? new Uint8Array(32);

export class Round {
  readonly hashes: (string | null)[];
  readonly contributions: (string | null)[];
  /** The hashes are fixed, and the seats open their contributions. */
  isFixed = false;
  first: number | null = null;
  deal: State | null = null;
  steps: RoundStep[] = [];
  /** The steps that can no longer be undone: another seat has acted since. */
  private settled = 0;
  /** Counts actions and undos. */
  v = 0;

  constructor(
    readonly number: number,
    readonly seed: string,
    readonly seats: number,
  ) {
    this.hashes = Array.from({ length: seats }, () => null);
    this.contributions = [...this.hashes];
  }

  get commitment(): string {
    return commitmentOf(seedBytes(this.seed));
  }

  /** The seats that sent a hash and have not opened their contribution. */
  get unopened(): number[] {
    return this.hashes.flatMap((hash, seat) => (hash && !this.contributions[seat] ? [seat] : []));
  }

  get shuffle(): ShuffleInfo {
    const opening = this.isFixed && !this.deal;
    return { hashes: this.hashes, opening, waits_for: opening ? this.unopened : [], left_out: [] };
  }

  get state(): State | null {
    return this.steps.at(-1)?.after ?? this.deal;
  }

  begin(kit: GameKit, edition: string, options: Json, first: number | null): void {
    const given = this.contributions.map((one) => (one ? unhex(one) : null));
    const all = kit.allOptions(edition, options);
    this.first = first ?? ((all.first ?? null) as number | null);
    this.deal = kit.deal(this.seats, all, keyOf(seedBytes(this.seed), given), this.first);
  }

  play(kit: GameKit, seat: number, code: number, isBot: boolean): void {
    const before = this.state!;
    const after = kit.rules.apply(before, code);
    if (this.steps.length && this.steps.at(-1)!.seat !== seat) this.settled = this.steps.length;
    this.v++;
    this.steps.push({ v: this.v, seat, code, isBot, before, after });
  }

  undo(): void {
    this.v++;
    this.steps.pop();
  }

  /** The seat that may undo the last action. */
  undoSeat(kit: GameKit): number | null {
    const last = this.steps.at(-1);
    if (!last || this.steps.length <= this.settled || last.isBot || kit.rules.actor(last.after) === null) return null;
    return kit.rules.mayUndo(last.before, last.after, last.code) ? last.seat : null;
  }

  eventsOf(kit: GameKit, step: RoundStep, viewer: Viewer): Json[] {
    return kit.rules.events(step.before, step.after, step.code, viewer);
  }

  /** Everything a viewer has seen in this round. */
  history(kit: GameKit, viewer: Viewer): HistoryLine[] {
    const dealt = kit.rules.events(null, this.deal!, 0, viewer);
    const lines = this.steps.map((step) => ({ v: step.v, events: this.eventsOf(kit, step, viewer) }));
    return dealt.length ? [{ v: 0, events: dealt }, ...lines] : lines;
  }
}
