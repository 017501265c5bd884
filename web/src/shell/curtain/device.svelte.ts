// One device and the people who share it: one table object a seat, and at most one of them on the screen. Between two
// people a curtain falls, and whatever was drawn for the one is gone before the other looks.
import { clear } from "../motion.svelte";
import { dropHere, keepHere, seatsHere, type HeldSeat } from "../seats";
import { Table } from "../table.svelte";

/** So long somebody sees what their last action did before the curtain falls. */
const MOMENT = 900;

export class Device {
  tables = $state.raw<Table[]>([]);
  /** Who looks, and in which round: the cards of the next one are for nobody before the curtain was lifted again. */
  private lifted = $state.raw<{ table: Table; round: number } | null>(null);
  /** Whose turn it was when somebody else lifted the curtain all the same. */
  private despite = $state.raw<Table | null>(null);

  constructor(
    readonly id: string,
    token: string | null,
  ) {
    const seats = seatsHere(id, token);
    this.tables = seats.length > 1 ? seats.map((seat) => new Table(id, seat.token)) : [new Table(id, token)];
    this.introduce();
  }

  isShared = $derived(this.tables.length > 1);

  /** Whom the game waits for; not whoever has said beforehand what to do, nor whose seat a bot holds. */
  due = $derived(
    this.tables.find(
      ({ view, info, held, instructed }) =>
        !!view && !!info && !info.over && !info.closed && view.to_act === info.you && !held && !instructed,
    ) ?? null,
  );

  /** The seat on the screen; null while the curtain is down. */
  shown = $derived.by(() => {
    const [first] = this.tables;
    if (!this.isShared) return first ?? null;
    const { lifted } = this;
    if (lifted && lifted.table.info?.round === lifted.round) return lifted.table;
    const table = lifted?.table ?? first;
    return table && hidesNothing(table) ? table : null;
  });

  /** There is something to hide. */
  mayFall = $derived.by(() => this.isShared && !!this.shown && !hidesNothing(this.shown));

  /** For an effect: when the turn is another's, what has happened is seen to its end, and then the curtain falls. */
  follow(): (() => void) | undefined {
    const { lifted, due } = this;
    if (this.despite !== due) this.despite = null;
    if (!lifted || !due || due === lifted.table || due === this.despite) return;
    if (lifted.table.telling || lifted.table.reading) return;
    const timer = setTimeout(() => this.fall(), MOMENT);
    return () => clearTimeout(timer);
  }

  /** For an effect: what happens while somebody does not look is told when they do, and moves nothing on another's screen. */
  attend(): void {
    for (const table of this.tables) table.lookAt(!this.isShared || table === this.shown);
  }

  /** For an effect: a seat whose link opens nothing any more is not at this device. */
  release(): void {
    const gone = this.tables.filter(({ link, refusal }) => link === "closed" && refusal?.code === "bad-token");
    if (!this.isShared || !gone.length || gone.length === this.tables.length) return;
    for (const table of gone) dropHere(this.id, table.token ?? "");
    this.tables = this.tables.filter((table) => !gone.includes(table));
    if (this.lifted && gone.includes(this.lifted.table)) this.fall();
    this.introduce();
  }

  lift(table: Table): void {
    if (!table.info) return;
    this.lifted = { table, round: table.info.round };
    this.despite = this.due === table ? null : this.due;
  }

  fall = (): void => {
    this.lifted = null;
    clear();
  };

  /** One more person, who has just taken a seat. */
  seat(held: HeldSeat): void {
    keepHere(this.id, held);
    this.tables = [...this.tables, new Table(this.id, held.token)];
    this.introduce();
  }

  private introduce(): void {
    for (const table of this.tables) table.beside = this.tables.filter((other) => other !== table);
  }

  leave(): void {
    for (const table of this.tables) table.leave();
  }
}

/** Not yet dealt, over, or not to be opened: nobody's cards are there to be hidden. */
const hidesNothing = ({ info }: Table): boolean => !info || !info.started || info.over || info.closed;
