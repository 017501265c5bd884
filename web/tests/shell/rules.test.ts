// The rules as the documents have them: every numbered sentence is there, in both languages, and can be found.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { found, read, ruleOf, wordsOf } from "../../src/shell/rules/text";

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
