// The rules as the documentation has them: every numbered rule exists in both languages and can be found.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { searchRules, keepEdition, parseRules, ruleOf, wordsOf } from "../../src/shell/rules/text";

const folder = "../docs/rules";
const files = readdirSync(folder).filter((file) => file.endsWith(".md"));

test.each(files)("%s: every rule number has a text without markup", (file) => {
  const page = readFileSync(`${folder}/${file}`, "utf8");
  const rules = parseRules(page);
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

test("the search ignores accents and case, and finds rule numbers", () => {
  const rules = parseRules(page);
  const findIds = (query: string): string[] =>
    searchRules(rules, query).flatMap(({ blocks }) =>
      blocks.map((block) => (block.kind === "sentence" ? block.id : block.kind)),
    );
  expect(findIds("ENCHERE")).toEqual(["B-1.2"]);
  expect(findIds("b-1.1")).toEqual(["B-1.1"]);
  expect(findIds("two")).toEqual(["table"]);
  expect(findIds("bid two")).toEqual([]);
});

test("a refusal names its rule", () => {
  expect(ruleOf({ why: { code: "b3-3-too-low", facts: {} } })).toBe("B-3.3");
  expect(ruleOf({ why: { code: "l4-10" } })).toBe("L-4.10");
  expect(ruleOf({})).toBeNull();
});

test("a table of editions keeps the column of the played edition, and other tables do not change", () => {
  const editions = ["Biblios (IELLO, 2010)", "Scripts & Scribes (2007)", "Reference manual"];
  const tables = parseRules(readFileSync(`${folder}/biblios.md`, "utf8")).chapters.flatMap(({ blocks }) =>
    blocks.filter((block) => block.kind === "table"),
  );
  const titles = tables.map((table) => keepEdition(table, editions, editions[2]!));
  const changed = titles.filter((table, index) => table !== tables[index]);
  expect(changed.length).toBe(1);
  const [table] = changed;
  if (table?.kind !== "table") throw new Error("no table");
  expect(table.head.map((cell) => cell.map(({ text }) => text).join(""))).toEqual(["", "Reference manual"]);
  expect(wordsOf(table)).toContain("forbidden");
  expect(wordsOf(table)).not.toContain("allowed");
  expect(table.rows.every((row) => row.length === 2)).toBe(true);
});
