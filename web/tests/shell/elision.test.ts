// The same table as the terminal's and the server's: tests/house/elision_examples.json.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { joined } from "../../src/shell/elision";
import { sayFrom } from "../../src/shell/reader";
import { mark, nameMark } from "../../src/shell/rich";

const EXAMPLES = JSON.parse(readFileSync("../tests/house/elision_examples.json", "utf8")) as {
  word: string;
  text: string;
  joined: string;
}[];

test.each(EXAMPLES)("$joined", (example) => {
  expect(joined(example.word, example.text)).toBe(example.joined);
});

test("marks are looked through: the name counts, not the drawing before it", () => {
  expect(joined("de", nameMark("Ivo"))).toBe(`d’${nameMark("Ivo")}`);
  expect(joined("de", mark("monks", "Églises"))).toBe(`d’${mark("monks", "Églises")}`);
  expect(joined("de", mark("illustrator", "Moines"))).toBe(`de ${mark("illustrator", "Moines")}`);
});

test("a catalogue asks for it with a tilde, and a fact is not read again", () => {
  const words = { turn: "Le tour de~{name}" };
  expect(sayFrom(words, "turn", "fr", { name: "Ivo" })).toBe("Le tour d’Ivo");
  expect(sayFrom(words, "turn", "fr", { name: "Bede" })).toBe("Le tour de Bede");
  expect(sayFrom(words, "turn", "fr", { name: "x de~{name}" })).toBe("Le tour de x de~{name}");
});
