// A catalogue from the server is read by the same rules as in the terminal.
import { expect, test } from "vitest";
import { renderMessage, type Catalogue } from "../../src/shell/text/catalogue";

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

test("a plain text is unchanged, and values replace placeholders", () => {
  expect(renderMessage(words, "plain", "en")).toBe("Rest");
  expect(renderMessage(words, "named", "en", { name: "Ada", flour: 4 })).toBe("Ada took flour: 4.");
});

test.each([
  ["en", 0, "0 sacks"],
  ["en", 1, "1 sack"],
  ["fr", 0, "0 sack"],
  ["fr", 2, "2 sacks"],
])("%s counts %i as its own grammar does", (language, count, said) => {
  expect(renderMessage(words, "counted", language, { count })).toBe(said);
});

test("the first matching variant is used", () => {
  expect(renderMessage(words, "both", "en", { words: "old", count: 1 })).toBe("one old");
  expect(renderMessage(words, "both", "en", { words: "old", count: 3 })).toBe("old");
  expect(renderMessage(words, "both", "en", { words: "other", count: 1 })).toBe("new");
});

test("a message that does not fit returns null", () => {
  expect(renderMessage(words, "nowhere", "en")).toBeNull();
  expect(renderMessage(words, "named", "en", { name: "Ada" })).toBeNull();
  expect(renderMessage(words, "counted", "en", { count: "many" })).toBeNull();
  expect(renderMessage({ odd: [{}] }, "odd", "en")).toBeNull();
});
