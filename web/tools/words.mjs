// Prepares the catalogues for the page: one file per language under build/, and the types of all messages, so that the
// compiler finds unknown keys and values.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(web, "..", "src", "armarium");
const games = readdirSync(join(web, "src", "games"));
const catalogues = [join(source, "text"), ...games.map((game) => join(source, "games", game, "text"))];
const build = join(web, "build", "words");
const languages = ["en", "fr"];

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});
/**
 * Keys that the page never uses: reasons and lessons arrive from the server as whole sentences, and the terminal has
 * its own texts.
 */
const UNUSED = new RegExp(`^((${games.join("|")})_)?(reason|error|form|lesson|play|term)_`);
const isUnused = (key) => key.startsWith("$") || UNUSED.test(key);

const words = {};
for (const language of languages) {
  const all = Object.assign({}, ...catalogues.map((folder) => read(join(folder, `${language}.json`))));
  words[language] = Object.fromEntries(Object.entries(all).filter(([key]) => !isUnused(key)));
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

/** The values of a message; a counted value is a number. */
function factsOf(entry) {
  const texts = typeof entry === "string" ? [entry] : Object.values(entry[0].match);
  const declared = typeof entry === "string" ? [] : entry[0].declarations;
  const counted = declared.flatMap((line) => /^local \w+ = (\w+): plural$/.exec(line)?.[1] ?? []);
  const declaredInputs = declared.flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? []);
  const computed = declared.flatMap((line) => /^local (\w+) = /.exec(line)?.[1] ?? []);
  const placeholders = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set([...declaredInputs, ...placeholders.filter((name) => !computed.includes(name))])].map(
    (name) => `${name}: ${counted.includes(name) ? "number" : "Fact"}`,
  );
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
