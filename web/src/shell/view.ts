// The types that every game shares: view, events, error, and the log as text.

/** The fields of every view. `game` names its game, whose own type has the rest. */
export interface GameView {
  game: string;
  you: number | null;
  to_act: number | null;
  legal: string[];
  /** The edition and every option in force, if the game provides them. */
  options?: object;
}

/** The fields of every event. */
export interface GameEvent {
  event: string;
}

/** The events of one action. */
export interface Line<E extends GameEvent = GameEvent> {
  v: number;
  events: E[];
}

export interface Refusal {
  code: string;
  facts: Record<string, unknown>;
  /** The server's own text, for errors without a translation. */
  text: string;
}

/** One line of a log, as text. */
export interface LogLine {
  /** A heading over the lines that follow, or a line. */
  head: boolean;
  text: string;
  key: string;
}

/** For a replay's log: the lines still to come, and a callback that goes to the moment of a line. */
export interface UpcomingLog {
  lines(): LogLine[];
  jump(line: LogLine): void;
  /** The mark of a mistake at this line; empty if there is none. */
  mark(line: LogLine): string;
}
export const UPCOMING_LOG = Symbol("the lines to come");
