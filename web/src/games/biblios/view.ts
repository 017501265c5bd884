// The view types of the protocol, under the names that the page uses.
import type { Line } from "../../shell/view";
import type { Event, View } from "./wire";
import type { TableInfo } from "../../shell/wire";

export type { Category, DieTurned, Outcome, Phase, Step, View } from "./wire";
export type GameEvent = Event;
export type GameLine = Line<GameEvent>;

/** The props of every stage: the view to draw and the callback to act. */
export interface StageProps {
  view: View;
  info: TableInfo;
  words: string;
  lines: GameLine[];
  mine: boolean;
  busy: boolean;
  act: (action: string | string[]) => void;
}
