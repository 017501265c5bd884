// What a form asks about a table, read from the book's own list of options: by edition, with the words of the game.
import { hasWord, m, word, wordOr } from "../words.svelte";
import type { GameInfo, OptionInfo } from "../wire";

export type Value = OptionInfo["choices"][number];
/** What is chosen otherwise than the edition has it. */
export type Chosen = Record<string, unknown>;

/** The edition's own answer. */
export const usual = (option: OptionInfo, edition: string): Value =>
  edition in option.editions ? (option.editions[edition] as Value) : option.default;

/** What may be chosen at this edition and number of seats. */
export function offered(option: OptionInfo, edition: string, seats: number): Value[] {
  const fewer = option.offers[edition];
  if (fewer?.length) return fewer;
  if (option.kind === "seat") return [null, ...Array.from({ length: seats }, (_, seat) => seat)];
  return option.kind === "yes-no" ? [true, false] : option.choices;
}

/** The options that a form asks; a set is data of its own, and one answer is no question. */
export const asked = (info: GameInfo, edition: string, seats: number): OptionInfo[] =>
  info.table.filter((option) => option.kind !== "set" && offered(option, edition, seats).length > 1);

/** What is chosen, without what is the edition's own answer or cannot be had there. */
export function kept(info: GameInfo, edition: string, seats: number, chosen: Chosen): Chosen {
  const meant = asked(info, edition, seats).filter(
    (option) =>
      option.name in chosen &&
      chosen[option.name] !== usual(option, edition) &&
      offered(option, edition, seats).includes(chosen[option.name] as Value),
  );
  return Object.fromEntries(meant.map(({ name }) => [name, chosen[name]]));
}

function keyOf(game: string, option: OptionInfo, value: Value): string {
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
  wordOr(`${game}_option_${option.name}`, option.name);

/** A seat is named by its number: who sits there is not known yet. */
export function valueName(game: string, option: OptionInfo, value: Value): string {
  if (option.kind === "seat" && value !== null) return m.web_player({ seat: Number(value) + 1 });
  const plain =
    value === true ? m.web_yes() : value === false ? m.web_no() : value === null ? m.web_nothing() : String(value);
  return wordOr(keyOf(game, option, value), plain);
}

/** The sentence that explains a value; empty where the game has none. */
export function explained(game: string, option: OptionInfo, value: Value, edition: string): string {
  const key = `${keyOf(game, option, value)}_explained`;
  return hasWord(key) ? word(key, { words: edition, name: valueName(game, option, value) }) : "";
}
