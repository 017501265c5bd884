// The catalogues of the house and of its games, made ready for the page: one file a language under build/, and the types
// of all messages, so that a key or a fact that does not exist is found before anybody reads it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(web, "..", "src", "armarium");
const games = readdirSync(join(web, "src", "games"));
const catalogues = [join(source, "words"), ...games.map((game) => join(source, "games", game, "words"))];
const build = join(web, "build", "words");
const languages = ["en", "fr"];

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});
/** What the page never says: reasons and lessons come from the server as whole sentences, and the terminal speaks for
 * itself. */
const ELSEWHERE = new RegExp(`^((${games.join("|")})_)?(reason|error|form|lesson|play|term)_`);
const isElsewhere = (key) => key.startsWith("$") || ELSEWHERE.test(key);

const words = {};
for (const language of languages) {
  const all = Object.assign({}, ...catalogues.map((folder) => read(join(folder, `${language}.json`))));
  words[language] = Object.fromEntries(Object.entries(all).filter(([key]) => !isElsewhere(key)));
}

const missing = languages.flatMap((here) =>
  languages.flatMap((there) =>
    Object.keys(words[here])
      .filter((key) => !(key in words[there]))
      .map((key) => `${key} is in ${here}.json and not in ${there}.json`),
  ),
);
if (missing.length) {
  console.error(missing.join("\n"));
  process.exit(1);
}

/** The facts of a message; what is counted is a number. */
function factsOf(entry) {
  const texts = typeof entry === "string" ? [entry] : Object.values(entry[0].match);
  const declared = typeof entry === "string" ? [] : entry[0].declarations;
  const counted = declared.flatMap((line) => /^local \w+ = (\w+): plural$/.exec(line)?.[1] ?? []);
  const named = declared.flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? []);
  const shown = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set([...named, ...shown])].map((name) => `${name}: ${counted.includes(name) ? "number" : "Fact"}`);
}

const typed = Object.entries(words.en).map(([key, entry]) => {
  const facts = factsOf(entry);
  return `  ${key}(${facts.length ? `facts: { ${facts.join("; ")} }` : ""}): string;`;
});
mkdirSync(build, { recursive: true });
for (const language of languages) writeFileSync(join(build, `${language}.json`), JSON.stringify(words[language]));
writeFileSync(
  join(build, "messages.ts"),
  `// Made by tools/words.mjs from the catalogues: change those.
import en from "./en.json";
import fr from "./fr.json";

export const catalogues: Record<"en" | "fr", Record<string, unknown>> = { en, fr };
export type Fact = string | number;
export interface Messages {
${typed.join("\n")}
}
`,
);
