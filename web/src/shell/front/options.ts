// The options in the form for a new table, read from the game's option list: by edition, with the game's own texts.
import { hasText, m, textFor, textOr } from "../text/text.svelte";
import type { GameInfo, OptionInfo } from "../wire";

export type Value = OptionInfo["choices"][number];
/** The choices that differ from the edition. */
export type Chosen = Record<string, unknown>;

/** The edition's own value. */
export const editionValue = (option: OptionInfo, edition: string): Value =>
  edition in option.editions ? (option.editions[edition] as Value) : option.default;

/** The values available for this edition and number of seats. */
export function availableValues(option: OptionInfo, edition: string, seats: number): Value[] {
  const fewer = option.offers[edition];
  if (fewer?.length) return fewer;
  if (option.kind === "seat") return [null, ...Array.from({ length: seats }, (_, seat) => seat)];
  return option.kind === "yes-no" ? [true, false] : option.choices;
}

/** The options to show in a form. Data sets and options with one value are left out. */
export const formOptions = (info: GameInfo, edition: string, seats: number): OptionInfo[] =>
  info.table.filter((option) => option.kind !== "set" && availableValues(option, edition, seats).length > 1);

/** The choices without those that equal the edition or are not available. */
export function changedOptions(info: GameInfo, edition: string, seats: number, chosen: Chosen): Chosen {
  const changed = formOptions(info, edition, seats).filter(
    (option) =>
      option.name in chosen &&
      chosen[option.name] !== editionValue(option, edition) &&
      availableValues(option, edition, seats).includes(chosen[option.name] as Value),
  );
  return Object.fromEntries(changed.map(({ name }) => [name, chosen[name]]));
}

function textKey(game: string, option: OptionInfo, value: Value): string {
  const end =
    option.kind === "yes-no"
      ? value
        ? "on"
        : "off"
      : option.kind === "seat"
        ? value === null
          ? "random"
          : "seat"
        : String(value);
  return `${game}_option_${option.name}_${end}`;
}

export const optionName = (game: string, option: OptionInfo): string =>
  textOr(`${game}_option_${option.name}`, option.name);

/** The text of a value. `names`: who sits at the table; without them, seats are named by number. */
export function valueName(game: string, option: OptionInfo, value: Value, names: string[] = []): string {
  if (option.kind === "seat" && value !== null)
    return names[Number(value)] ?? m.web_player({ seat: Number(value) + 1 });
  const plain =
    value === true ? m.web_yes() : value === false ? m.web_no() : value === null ? m.web_nothing() : String(value);
  return textOr(textKey(game, option, value), plain);
}

/** The explanation of a value; empty if the game has none. */
export function explainValue(
  game: string,
  option: OptionInfo,
  value: Value,
  edition: string,
  names: string[] = [],
): string {
  const key = `${textKey(game, option, value)}_explained`;
  return hasText(key) ? textFor(key, { words: edition, name: valueName(game, option, value, names) }) : "";
}

/** A rule that a table plays differently from its edition. */
export interface HouseRule {
  name: string;
  value: string;
  text: string;
  /** The edition's own rule. */
  printed: string;
}

/** Every option that differs from the edition, as text. An option without a text is shown by its raw name. */
export function houseRules(
  game: string,
  info: GameInfo,
  edition: string,
  options: Chosen,
  names: string[] = [],
): HouseRule[] {
  return info.table
    .filter((option) => option.name in options && options[option.name] !== editionValue(option, edition))
    .map((option) => {
      const [value, printed] = [options[option.name] as Value, editionValue(option, edition)];
      const printedName = valueName(game, option, printed);
      // A set is data: only the set that comes with the game has a name.
      const valueText = option.kind === "set" ? m.web_house_set() : valueName(game, option, value, names);
      return {
        name: optionName(game, option),
        value: valueText,
        text: option.kind === "set" ? "" : explainValue(game, option, value, edition, names),
        printed: explainValue(game, option, printed, edition) || printedName,
      };
    });
}

/** The edition in brackets after "the printed rules". */
export const printedEdition = (game: string, edition: string): string =>
  textOr(`${game}_edition_${edition}_printed`, textOr(`${game}_edition_${edition}`, edition));
