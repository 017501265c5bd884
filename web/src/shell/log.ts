/** One line of a log, in words. */
export interface LogLine {
  /** A rubric over the lines that follow, or a line. */
  head: boolean;
  text: string;
  key: string;
}
