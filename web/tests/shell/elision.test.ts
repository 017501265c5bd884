// The terminal and the server use the same table: tests/project/elision_examples.json.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { elide, renderMessage } from "../../src/shell/text/catalogue";
import { mark, nameMark } from "../../src/shell/text/rich";

const EXAMPLES = JSON.parse(readFileSync("../tests/project/elision_examples.json", "utf8")) as {
  word: string;
  text: string;
  joined: string;
}[];

test.each(EXAMPLES)("$joined", (example) => {
  expect(elide(example.word, example.text)).toBe(example.joined);
});

test("elision ignores markers: the name counts, not the icon before it", () => {
  expect(elide("de", nameMark("Ivo"))).toBe(`d’${nameMark("Ivo")}`);
  expect(elide("de", mark("monks", "Églises"))).toBe(`d’${mark("monks", "Églises")}`);
  expect(elide("de", mark("illustrator", "Moines"))).toBe(`de ${mark("illustrator", "Moines")}`);
});

test("a tilde in the catalogue requests elision, and values are not parsed again", () => {
  const words = { turn: "Le tour de~{name}" };
  expect(renderMessage(words, "turn", "fr", { name: "Ivo" })).toBe("Le tour d’Ivo");
  expect(renderMessage(words, "turn", "fr", { name: "Bede" })).toBe("Le tour de Bede");
  expect(renderMessage(words, "turn", "fr", { name: "x de~{name}" })).toBe("Le tour de x de~{name}");
});
