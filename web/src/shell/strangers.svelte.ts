// The words of games that the page was not built with, asked for once a language.
import { gameWords } from "./api";
import { isBuiltIn } from "./registry";
import { language, learn } from "./words.svelte";

const asked = new Set<string>();

/** Called where a game is named: its words come a moment later, and what is shown follows. */
export function learnGame(game: string): void {
  const lang = language.now;
  const name = `${game} ${lang}`;
  if (isBuiltIn(game) || asked.has(name)) return;
  asked.add(name);
  gameWords(game, lang).then(
    (words) => learn(lang, words),
    () => asked.delete(name),
  );
}
