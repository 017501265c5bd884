// The rules as the documents have them: every numbered sentence is there, in both languages, and can be found.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { found, ofEdition, read, ruleOf, wordsOf } from "../../src/shell/rules/text";

const folder = "../docs/rules";
const files = readdirSync(folder).filter((file) => file.endsWith(".md"));

test.each(files)("%s: every number of the page is a sentence with words and without marks", (file) => {
  const page = readFileSync(`${folder}/${file}`, "utf8");
  const rules = read(page);
  const sentences = rules.chapters.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "sentence"));
  expect(sentences.map(({ id }) => id)).toEqual(
    [...page.matchAll(/^- <a id="([A-Z]-\d+\.\d+)">/gm)].map(([, id]) => id),
  );
  const texts = rules.chapters.flatMap(({ blocks }) => blocks.map(wordsOf));
  for (const text of texts) expect(text).not.toMatch(/\*\*|<a |\]\(|^#/);
  const ids = rules.chapters.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(rules.title.length).toBeGreaterThan(5);
});

const page = `# The rules

## B-1 Bidding

- <a id="B-1.1"></a>**B-1.1** A bid is *higher* than [B-1.2](#B-1.2)
  says.
- <a id="B-1.2"></a>**B-1.2** Une enchère égale.

| a | b |
|---|---|
| one | two |
`;

test("what is looked for is found without accents or capitals, and by its number", () => {
  const rules = read(page);
  const ids = (asked: string): string[] =>
    found(rules, asked).flatMap(({ blocks }) =>
      blocks.map((block) => (block.kind === "sentence" ? block.id : block.kind)),
    );
  expect(ids("ENCHERE")).toEqual(["B-1.2"]);
  expect(ids("b-1.1")).toEqual(["B-1.1"]);
  expect(ids("two")).toEqual(["table"]);
  expect(ids("bid two")).toEqual([]);
});

test("a refusal names its sentence", () => {
  expect(ruleOf({ why: { code: "b3-3-too-low", facts: {} } })).toBe("B-3.3");
  expect(ruleOf({ why: { code: "l4-10" } })).toBe("L-4.10");
  expect(ruleOf({})).toBeNull();
});

test("a table of editions keeps the column of the one that is played, and no other table changes", () => {
  const editions = ["Biblios (IELLO, 2010)", "Scripts & Scribes (2007)", "Reference manual"];
  const tables = read(readFileSync(`${folder}/biblios.md`, "utf8")).chapters.flatMap(({ blocks }) =>
    blocks.filter((block) => block.kind === "table"),
  );
  const told = tables.map((table) => ofEdition(table, editions, editions[2]!));
  const changed = told.filter((table, index) => table !== tables[index]);
  expect(changed.length).toBe(1);
  const [table] = changed;
  if (table?.kind !== "table") throw new Error("no table");
  expect(table.head.map((cell) => cell.map(({ text }) => text).join(""))).toEqual(["", "Reference manual"]);
  expect(wordsOf(table)).toContain("forbidden");
  expect(wordsOf(table)).not.toContain("allowed");
  expect(table.rows.every((row) => row.length === 2)).toBe(true);
});
