import type { TableInfo, View } from "../../../shell/wire";
import type { BibliosLine } from "../lines";

/** What every stage is given: the view to draw and the way to answer it. */
export interface StageProps {
  view: View;
  info: TableInfo;
  words: string;
  lines: BibliosLine[];
  mine: boolean;
  busy: boolean;
  act: (action: string | string[]) => void;
}
