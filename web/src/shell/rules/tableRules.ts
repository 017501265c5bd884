// The rules as one table plays them: its edition, and its options for the rules that leave a choice.
import { fetchServerInfo } from "../api";
import { explainValue, optionName, valueName, type Value } from "../front/options";
import { editionName } from "../names";
import type { GameInfo } from "../wire";

/** What the rules need from a table: its edition and all its options. */
export interface TableRules {
  edition: string;
  options: Record<string, unknown>;
}

/** How a table plays a rule. */
export interface RuleChoice {
  name: string;
  value: string;
  explanation: string;
}

/** Opens the table's rules at a given rule. The table's page provides it as context. */
export interface OpenRule {
  open: (rule: string) => void;
  /** True if no update is being animated. */
  readonly isReady: boolean;
}
export const OPEN_RULE = "open-rule";

export const fetchGameInfo = async (game: string): Promise<GameInfo | null> =>
  fetchServerInfo().then(
    ({ games }) => games[game] ?? null,
    () => null,
  );

export const editionsOf = (game: string, gameInfo: GameInfo): string[] =>
  gameInfo.editions.map((edition) => editionName(game, edition));

/** By rule number. Options without a rule, or not set by the table, are left out. */
export function choicesOf(
  game: string,
  gameInfo: GameInfo,
  { edition, options }: TableRules,
): Map<string, RuleChoice[]> {
  const found = new Map<string, RuleChoice[]>();
  for (const option of gameInfo.table) {
    if (!option.rule || option.kind === "set" || !(option.name in options)) continue;
    const value = options[option.name] as Value;
    const choice = {
      name: optionName(game, option),
      value: valueName(game, option, value),
      explanation: explainValue(game, option, value, edition),
    };
    found.set(option.rule, [...(found.get(option.rule) ?? []), choice]);
  }
  return found;
}
