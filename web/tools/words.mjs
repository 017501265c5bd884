// The catalogues of the house and of its games, compiled for the page: {en,fr}.json become typed
// functions under build/. The compiler works on copies, so it can never rewrite a catalogue.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "@inlang/paraglide-js";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(web, "..", "src", "armarium");
const games = readdirSync(join(web, "src", "games"));
const catalogues = [join(source, "words"), ...games.map((game) => join(source, "games", game, "words"))];
const build = join(web, "build", "words");
const project = join(build, "project.inlang");
const locales = ["en", "fr"];

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});
const words = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.assign({}, ...catalogues.map((folder) => read(join(folder, `${locale}.json`)))),
  ]),
);

// Reasons of refusals, the house's and a game's, come from the server as whole sentences.
for (const locale of locales)
  for (const key of Object.keys(words[locale])) if (/^([a-z]+_)?reason_/.test(key)) delete words[locale][key];

const missing = [];
for (const here of locales)
  for (const there of locales)
    for (const key of Object.keys(words[here]))
      if (!(key in words[there])) missing.push(`${key} is in ${here}.json and not in ${there}.json`);
if (missing.length) {
  console.error(missing.join("\n"));
  process.exit(1);
}

mkdirSync(project, { recursive: true });
for (const locale of locales) writeFileSync(join(build, `${locale}.json`), JSON.stringify(words[locale]));
writeFileSync(
  join(project, "settings.json"),
  JSON.stringify({
    baseLocale: "en",
    locales,
    telemetry: "off",
    modules: ["../../node_modules/@inlang/plugin-message-format/dist/index.js"],
    "plugin.inlang.messageFormat": { pathPattern: "./{locale}.json" },
  }),
);

await compile({
  project,
  outdir: join(web, "build", "paraglide"),
  strategy: ["globalVariable", "baseLocale"],
  outputStructure: "locale-modules",
  emitReadme: false,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  isServer: "false",
});
process.exit(0);
