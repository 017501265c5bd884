// The games in which this browser has a seat: their names, whose turn it is, and how they ended.
import { ApiError, fetchTable } from "../api";
import type { GameModule } from "../game";
import { gameTitle, playerNames } from "../names";
import { resultOf, type SavedSeat } from "../seats";
import { language, list, m } from "../text/text.svelte";
import type { TableInfo } from "../wire";

const REFRESH_MS = 10_000;
/** The number of unfinished tables whose state is requested. */
const MAX_WATCHED = 6;

export const dateText = (time: number): string =>
  new Intl.DateTimeFormat(language.now, { day: "numeric", month: "long", hour: "numeric", minute: "2-digit" }).format(
    time,
  );

export function gameName(seat: SavedSeat, modules: Map<string, GameModule>): string {
  if (seat.lesson && seat.game && (seat.round ?? 1) === 1) return m.web_lesson_of({ game: gameTitle(seat.game) });
  const own = modules.get(seat.game ?? "")?.seatName?.(seat);
  if (own) return own;
  const game = seat.game ? gameTitle(seat.game) : m.web_table();
  const others = seat.with.filter(Boolean); // a bot of an unknown game has no name
  const title = others.length ? m.web_game_with({ game, names: list(others) }) : game;
  if (!seat.from || (seat.round ?? 1) > 1) return title;
  return seat.from === "practice" ? m.web_game_from_practice({ title }) : m.web_game_from_replay({ title });
}

/** The state of unfinished tables: requested at once, and again while the page is visible. */
export class SavedGames {
  private tables = $state.raw<Record<string, TableInfo>>({});
  /** Tables that the server no longer has. */
  private gone = $state.raw<string[]>([]);
  private requested = new Set<string>();

  constructor(private readonly seats: () => SavedSeat[]) {
    const watched = (): SavedSeat[] => this.seats().filter(({ over }) => !over).slice(0, MAX_WATCHED); // prettier-ignore
    $effect(() => {
      for (const { table } of watched()) if (!this.requested.has(table)) this.refresh(table);
    });
    $effect(() => {
      const again = (): void => {
        if (document.hidden) return;
        for (const { table } of watched()) {
          const info = this.tables[table];
          if (!info?.over && !info?.closed) this.refresh(table);
        }
      };
      const timer = setInterval(again, REFRESH_MS);
      document.addEventListener("visibilitychange", again);
      return () => (clearInterval(timer), document.removeEventListener("visibilitychange", again));
    });
  }

  private refresh(table: string): void {
    this.requested.add(table);
    fetchTable(table).then(
      (info) => (this.tables = { ...this.tables, [table]: info }),
      (error: unknown) => {
        if (error instanceof ApiError && error.code === "no-table") this.gone = [...this.gone, table];
      },
    );
  }

  isYours(seat: SavedSeat): boolean {
    const turn = this.tables[seat.table]?.to_act;
    return !seat.over && [seat, ...(seat.here ?? [])].some((held) => held.seat === turn);
  }

  /** The game to continue: one that waits for this reader, or else the newest unfinished one. */
  get current(): SavedSeat | null {
    const open = this.seats().filter((seat) => {
      const info = this.tables[seat.table];
      return (
        !seat.over &&
        !this.gone.includes(seat.table) &&
        !info?.closed &&
        !(info?.over && info.round === (seat.round ?? 1))
      );
    });
    return open.find((seat) => this.isYours(seat)) ?? open[0] ?? null;
  }

  /** Whose turn it is, how the game ended, or when it started. */
  status(seat: SavedSeat): string {
    const info = this.tables[seat.table];
    const now = info && info.round === (seat.round ?? 1) ? info : null;
    if (seat.over || now?.over) {
      const result = seat.result ?? resultOf(now?.winners, seat.seat);
      const winners = now?.winners?.map((winner) => playerNames(now)[winner] ?? "") ?? [];
      return result === "won"
        ? m.web_game_won()
        : result === "shared"
          ? m.web_game_shared()
          : result === "lost"
            ? winners.length
              ? m.web_generic_winners({ names: list(winners) })
              : m.web_game_lost()
            : m.web_game_over();
    }
    if (!now) return "";
    const open = now.seats.filter((one) => one.open).length;
    if (!now.started) return m.web_room_missing({ count: open });
    if (now.to_act === seat.seat && !seat.here?.length) return m.web_log_your_turn();
    return m.web_game_turn_of({ name: playerNames(now)[now.to_act ?? 0] ?? "" });
  }
}
