import type { GameEvent, Line } from "../../shell/wire";

/** A line of the log at a table of Biblios. */
export type BibliosLine = Line & { events: GameEvent[] };
