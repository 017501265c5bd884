import type { GameEvent, Line } from "../wire";

/** A line of the log at a table of Biblios. */
export type BibliosLine = Line & { events: GameEvent[] };
