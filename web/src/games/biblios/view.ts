// The shapes of Biblios are the wire's own; here under the names that the page uses.
import type { Line } from "../../shell/game";
import type { Event } from "./wire";

export type { Category, DieTurned, Outcome, Phase, Step, View } from "./wire";
export type GameEvent = Event;
export type GameLine = Line<GameEvent>;
