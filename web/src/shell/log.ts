/** One line of a log, in words. */
export interface LogLine {
  /** A rubric over the lines that follow, or a line. */
  head: boolean;
  text: string;
  key: string;
}

/** For a log that is read again: the lines still to come, and the way to the moment of a line. */
export interface Ahead {
  lines(): LogLine[];
  jump(line: LogLine): void;
}
export const AHEAD = Symbol("the lines to come");
