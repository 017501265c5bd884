// A device shared by several people: one Table object per seat, at most one of them on the screen. A curtain falls
// between two people, and removes everything drawn for the first before the second looks.
import { removeDeviceSeat, addDeviceSeat, loadDeviceSeats, type SeatLink } from "../seats";
import { Table } from "../table.svelte";

/** How long a player sees the result of their action before the curtain falls. */
const CURTAIN_DELAY_MS = 900;

export class Device {
  tables = $state.raw<Table[]>([]);
  /** Who is looking, and in which round. The cards of the next round stay hidden until the curtain is lifted again. */
  private lifted = $state.raw<{ table: Table; round: number } | null>(null);
  /** Whose turn it was when another person lifted the curtain anyway. */
  private despite = $state.raw<Table | null>(null);

  constructor(
    readonly id: string,
    token: string | null,
  ) {
    const seats = loadDeviceSeats(id, token);
    this.tables = seats.length > 1 ? seats.map((seat) => new Table(id, seat.token)) : [new Table(id, token)];
    this.linkTables();
  }

  isShared = $derived(this.tables.length > 1);

  /** The seat to play. Seats with an auto-action or a bot are skipped. */
  due = $derived(
    this.tables.find(
      ({ view, info, held, isAutoActing }) =>
        !!view && !!info && !info.over && !info.closed && view.to_act === info.you && !held && !isAutoActing,
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

  /** True if there is something to hide. */
  mayFall = $derived.by(() => this.isShared && !!this.shown && !hidesNothing(this.shown));

  /** For an effect: when the turn passes to another seat, finishes the animation and then lowers the curtain. */
  follow(): (() => void) | undefined {
    const { lifted, due } = this;
    if (this.despite !== due) this.despite = null;
    if (!lifted || !due || due === lifted.table || due === this.despite) return;
    if (lifted.table.isAnimating || lifted.table.reading) return;
    const timer = setTimeout(() => this.fall(), CURTAIN_DELAY_MS);
    return () => clearTimeout(timer);
  }

  /** For an effect: pauses the tables of people who are not looking, so that they move nothing on another's screen. */
  pauseHidden(): void {
    for (const table of this.tables) table.setVisible(!this.isShared || table === this.shown);
  }

  /** For an effect: removes a seat from this device when its link is no longer valid. */
  removeInvalid(): void {
    const gone = this.tables.filter(({ link, refusal }) => link === "closed" && refusal?.code === "bad-token");
    if (!this.isShared || !gone.length || gone.length === this.tables.length) return;
    for (const table of gone) removeDeviceSeat(this.id, table.token ?? "");
    this.tables = this.tables.filter((table) => !gone.includes(table));
    if (this.lifted && gone.includes(this.lifted.table)) this.fall();
    this.linkTables();
  }

  lift(table: Table): void {
    if (!table.info) return;
    this.lifted = { table, round: table.info.round };
    this.despite = this.due === table ? null : this.due;
  }

  fall = (): void => {
    this.lifted = null;
    for (const table of this.tables) table.motion.clear();
  };

  /** Adds a person who has just taken a seat. */
  seat(held: SeatLink): void {
    addDeviceSeat(this.id, held);
    this.tables = [...this.tables, new Table(this.id, held.token)];
    this.linkTables();
  }

  private linkTables(): void {
    for (const table of this.tables) table.beside = this.tables.filter((other) => other !== table);
  }

  leave(): void {
    for (const table of this.tables) table.leave();
  }
}

/** True if the game is not dealt yet, is over, or cannot be opened: no cards need hiding. */
const hidesNothing = ({ info }: Table): boolean => !info || !info.started || info.over || info.closed;
