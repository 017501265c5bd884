// A catalogue over the wire is read as the terminal reads it.
import { expect, test } from "vitest";
import { sayFrom, type Catalogue } from "../../src/shell/reader";

const plural = { declarations: ["input count", "local countPlural = count: plural"], selectors: ["countPlural"] };
const words: Catalogue = {
  plain: "Rest",
  named: "{name} took flour: {flour}.",
  counted: [{ ...plural, match: { "countPlural=one": "{count} sack", "countPlural=*": "{count} sacks" } }],
  both: [
    {
      declarations: ["input count", "input words", "local countPlural = count: plural"],
      selectors: ["words", "countPlural"],
      match: {
        "words=old, countPlural=one": "one old",
        "words=old, countPlural=*": "old",
        "words=*, countPlural=*": "new",
      },
    },
  ],
};

test("a plain text is said as it is, and facts take their places", () => {
  expect(sayFrom(words, "plain", "en")).toBe("Rest");
  expect(sayFrom(words, "named", "en", { name: "Ada", flour: 4 })).toBe("Ada took flour: 4.");
});

test.each([
  ["en", 0, "0 sacks"],
  ["en", 1, "1 sack"],
  ["fr", 0, "0 sack"],
  ["fr", 2, "2 sacks"],
])("%s counts %i as its own grammar does", (language, count, said) => {
  expect(sayFrom(words, "counted", language, { count })).toBe(said);
});

test("of variants the first that fits is said", () => {
  expect(sayFrom(words, "both", "en", { words: "old", count: 1 })).toBe("one old");
  expect(sayFrom(words, "both", "en", { words: "old", count: 3 })).toBe("old");
  expect(sayFrom(words, "both", "en", { words: "other", count: 1 })).toBe("new");
});

test("what cannot be said is left to whoever asked", () => {
  expect(sayFrom(words, "nowhere", "en")).toBeNull();
  expect(sayFrom(words, "named", "en", { name: "Ada" })).toBeNull();
  expect(sayFrom(words, "counted", "en", { count: "many" })).toBeNull();
  expect(sayFrom({ odd: [{}] }, "odd", "en")).toBeNull();
});
