// Checks the imports of src: no cycles (types and lazy imports included), and no import of a game by the shell. A
// component may import itself, as recursive Svelte components do.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "..", "src");
const ENDINGS = ["", ".ts", ".svelte.ts", "/index.ts"];

/** @returns {Map<string, string[]>} what each file of src imports from src */
function importsOfSource() {
  const files = readdirSync(ROOT, { recursive: true }).filter((file) => /\.(ts|svelte)$/.test(file));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** @param {string} file */
function importsOf(file) {
  const text = readFileSync(join(ROOT, file), "utf8");
  const scripts = [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script).join("\n");
  // Markup imports lazily: {#await import("./Page.svelte")}.
  const lazy = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, path]) => path);
  const { importedFiles } = ts.preProcessFile(file.endsWith(".svelte") ? scripts : text);
  const paths = new Set([...importedFiles.map(({ fileName }) => fileName), ...lazy]);
  return [...paths].flatMap((path) => resolve(file, path) ?? []).filter((found) => found !== file);
}

/** @param {string} file @param {string} path */
function resolve(file, path) {
  if (!path.startsWith(".") || /\.(css|svg|json)$/.test(path)) return null;
  const base = normalize(join(dirname(file), path));
  const found = ENDINGS.map((ending) => base + ending).find(
    (name) => /\.(ts|svelte)$/.test(name) && existsSync(join(ROOT, name)),
  );
  if (!found && !relative(ROOT, join(ROOT, base)).startsWith("..")) throw new Error(`${file}: ${path} does not exist`);
  return found ?? null;
}

/** @param {Map<string, string[]>} graph */
function cyclesIn(graph) {
  const done = new Set();
  const cycles = [];
  /** @param {string} file @param {string[]} path */
  function walk(file, path) {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  }
  for (const file of graph.keys()) walk(file, []);
  return cycles;
}

const graph = importsOfSource();
const gamesInShell = [...graph].flatMap(([file, imported]) =>
  file.startsWith("shell/")
    ? imported.filter((one) => one.startsWith("games/")).map((one) => `${file} imports ${one}`)
    : [],
);
const errors = [...cyclesIn(graph).map((cycle) => `import cycle: ${cycle}`), ...gamesInShell];
for (const line of errors) console.error(line);
process.exitCode = errors.length ? 1 : 0;
