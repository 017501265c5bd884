// The rules that can be read in two ways: the usual reading of each, and the other.
import type { BibliogamoOptions } from "../../shell/wire";

export type Switch = Exclude<keyof BibliogamoOptions, "components">;
export type Reading = BibliogamoOptions[Switch];

/** The option's name; then each reading with the end of its key in the catalogue. */
export const SWITCHES: [Switch, [Reading, string], [Reading, string]][] = [
  ["redraw_chains", [false, "off"], [true, "on"]],
  ["block_scope", ["large", "large"], ["any", "any"]],
  ["transfer_keeps_type", [true, "on"], [false, "off"]],
  ["count_when", ["sold", "sold"], ["finished", "finished"]],
  ["landing", ["rest", "rest"], ["every-stop", "every_stop"]],
];

/** The names of the options that are not read as usual. */
export const unusual = (options: Partial<BibliogamoOptions>): Switch[] =>
  SWITCHES.filter(([name, [usual]]) => name in options && options[name] !== usual).map(([name]) => name);
