// The shell refers to no game by name: everything game-specific is in the game's folder.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const GAMES = readdirSync("src/games");
const EXTENSIONS = /\.(ts|svelte|css|svg|html|mjs)$/;

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : EXTENSIONS.test(name) ? [path] : [];
  });
}

test("no file of the shell names a game, not even in a comment", () => {
  const named = new RegExp(`${GAMES.join("|")}|\\bcit(y|ies)\\b|City`, "i");
  const shell = [...listFiles("src/shell"), "src/main.ts", "index.html", "vite.config.ts", "tools/words.mjs"];
  const found = shell.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        named.test(line.replaceAll("opacity", "")) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

test("a game imports no other game", () => {
  for (const game of GAMES)
    for (const file of listFiles(join("src/games", game)))
      for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g))
        for (const other of GAMES) if (other !== game) expect(`${file}: ${path}`).not.toMatch(new RegExp(`/${other}/`));
});

test("every folder of a game is a module that the registry finds", async () => {
  const { everyModule } = await import("../../src/shell/registry");
  expect([...(await everyModule()).keys()].sort()).toEqual([...GAMES].sort());
});
