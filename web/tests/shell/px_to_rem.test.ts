import { describe, expect, it } from "vitest";
import postcss from "postcss";
import { pxToRem } from "../../tools/px_to_rem.mjs";

const convert = (css: string): string => postcss([pxToRem]).process(css, { from: undefined }).css;

describe("style sheets in pixels", () => {
  it("become rem, which scales with the window and the reader's font size", () => {
    expect(convert("a { width: calc(88px + var(--x)); margin: -8px 0 }")).toBe(
      "a { width: calc(5.5rem + var(--x)); margin: -0.5rem 0 }",
    );
  });
  it("keep pixels in lines, shadows and gradients", () => {
    const css =
      "a { border: 4px solid; outline-offset: 2px; box-shadow: 0 8px 0; mask: linear-gradient(red, #000 20px) }";
    expect(convert(css)).toBe(css);
    expect(convert("a { border-radius: 8px; width: 1px }")).toBe("a { border-radius: 0.5rem; width: 1px }");
  });
  it("use em for windows and rem for containers", () => {
    expect(convert("@media (max-width: 759px) { a { x: y } }")).toContain("(max-width: 47.4375em)");
    expect(convert("@container stage (min-width: 400px) { a { x: y } }")).toContain("(min-width: 25rem)");
  });
});
