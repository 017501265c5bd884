// The rules as one table plays them: its edition, and what each of its options makes of the sentence that leaves a choice.
import { aboutHouse } from "../api";
import { explained, optionName, valueName, type Value } from "../front/options";
import { editionName } from "../names";
import type { GameInfo } from "../wire";

/** Whatever is read at a table: which edition is played there, and all options in force. */
export interface Played {
  edition: string;
  options: Record<string, unknown>;
}

/** How a table plays a sentence. */
export interface Choice {
  name: string;
  value: string;
  told: string;
}

/** Opens the rules of the table at a sentence; its page gives it to whatever lies on it. */
export interface OpenRule {
  open: (rule: string) => void;
  /** Nothing is on its way to the screen. */
  readonly isReady: boolean;
}
export const OPEN_RULE = "open-rule";

export const bookOf = async (game: string): Promise<GameInfo | null> =>
  aboutHouse().then(
    ({ games }) => games[game] ?? null,
    () => null,
  );

export const editionsOf = (game: string, book: GameInfo): string[] =>
  book.editions.map((edition) => editionName(game, edition));

/** By the number of the sentence; an option that has none, or that the table does not name, is left out. */
export function choicesOf(game: string, book: GameInfo, { edition, options }: Played): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const option of book.table) {
    if (!option.rule || option.kind === "set" || !(option.name in options)) continue;
    const value = options[option.name] as Value;
    const choice = {
      name: optionName(game, option),
      value: valueName(game, option, value),
      told: explained(game, option, value, edition),
    };
    found.set(option.rule, [...(found.get(option.rule) ?? []), choice]);
  }
  return found;
}
