import type { Line, TableInfo, View } from "../../wire";

/** What every stage is given: the view to draw and the way to answer it. */
export interface StageProps {
  view: View;
  info: TableInfo;
  words: string;
  lines: Line[];
  mine: boolean;
  busy: boolean;
  act: (action: string | string[]) => void;
}
