import type { TableInfo } from "../../../shell/wire";
import type { GameLine, View } from "../view";

/** What every stage is given: the view to draw and the way to answer it. */
export interface StageProps {
  view: View;
  info: TableInfo;
  words: string;
  lines: GameLine[];
  mine: boolean;
  busy: boolean;
  act: (action: string | string[]) => void;
}
