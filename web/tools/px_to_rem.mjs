/* Style sheets are written in pixels of a 1440 × 900 window. This PostCSS plugin turns them into rem, so that the font
   size of the root element (base.css) sizes the whole page: it grows with a wide window and with the reader's own font
   size. Window sizes in media queries become em, which is the reader's font size there.

   Lines keep their pixels: borders, outlines, shadows, gradients, and every length of up to 1 px. */
const LINES = /^(border(?!.*radius)|outline|box-shadow|text-decoration|stroke|filter|--.*shadow)/;
const PIXELS = /(?<![\w#.-])(-?\d*\.?\d+)px\b/g;

/**
 * @param {string} text
 * @param {"rem" | "em"} unit
 */
export const convertPixels = (text, unit) =>
  text.replace(PIXELS, (whole, number) => (Math.abs(number) <= 1 ? whole : `${number / 16}${unit}`));

/** @type {import("postcss").Plugin} */
export const pxToRem = {
  postcssPlugin: "px-to-rem",
  Declaration(declaration) {
    const { prop, value } = declaration;
    if (value.includes("px") && !LINES.test(prop) && !value.includes("gradient("))
      declaration.value = convertPixels(value, "rem");
  },
  AtRule: {
    media: (rule) => void (rule.params = convertPixels(rule.params, "em")),
    container: (rule) => void (rule.params = convertPixels(rule.params, "rem")),
  },
};
