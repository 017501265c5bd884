// The colours of families and crafts under simulated colour blindness: the second set keeps every pair distinguishable
// and readable, and the measure itself can fail.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Rgb = [number, number, number];
type Matrix = [Rgb, Rgb, Rgb];

/** Machado, Oliveira and Fernandes 2009: complete loss of one cone type, on linear light. */
const VISIONS: Record<string, Matrix> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linearRgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
const applyMatrix = (matrix: Matrix, [r, g, b]: Rgb): Rgb =>
  matrix.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b))) as Rgb;

/** Oklab, in which equal distances look equal; a distance of 2 (hundredths) is just noticeable. */
function toOklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
function distance(one: string, other: string, vision: Matrix): number {
  const [a, b] = [one, other].map((hex) => toOklab(applyMatrix(vision, linearRgbOf(hex)))) as [Rgb, Rgb];
  return 100 * Math.hypot(...a.map((part, index) => part - b[index]!));
}
const luminance = (hex: string): number => {
  const [r, g, b] = linearRgbOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

type Look = Record<string, string>;
/** Every `.c-NAME { --x: … }` rule of a sheet, by theme. */
function parseLooks(css: string): { usual: Map<string, Look>; night: Map<string, Look> } {
  const found = { usual: new Map<string, Look>(), night: new Map<string, Look>() };
  const [day = "", ...rest] = css.replace(/\/\*[\s\S]*?\*\//g, "").split(/(?=\[data-theme="night"\])/);
  const addLooks = (part: string, into: Map<string, Look>): void => {
    for (const [, name = "", body = ""] of part.matchAll(/\.c-([a-z-]+)\s*\{([^}]*)\}/g)) {
      const look = into.get(name) ?? {};
      for (const [, key = "", value = ""] of body.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g)) look[key] = value;
      into.set(name, look);
    }
  };
  addLooks(day, found.usual);
  for (const part of rest) {
    // A rule after the rules of the dark theme belongs to the light theme again.
    const end = part.startsWith('[data-theme="night"] .c-') ? part.indexOf("}") + 1 : part.length;
    addLooks(part.slice(0, end), found.night);
    addLooks(part.slice(end), found.usual);
  }
  return found;
}
const readSheet = (path: string): string => readFileSync(new URL(`../../src/${path}`, import.meta.url), "utf8");

/** The nearest pair under any colour vision. */
function findNearestPair(colours: [string, string][]): { far: number; pair: string } {
  let worst = { far: Infinity, pair: "" };
  colours.forEach(([one, a], index) => {
    for (const [other, b] of colours.slice(index + 1))
      for (const [vision, matrix] of Object.entries(VISIONS)) {
        const far = distance(a, b, matrix);
        if (far < worst.far) worst = { far, pair: `${one} and ${other} with ${vision}` };
      }
  });
  return worst;
}

const PAGES = {
  usual: ["#f2e9d5", "#faf4e6", "#fffaf0"],
  night: ["#12172a", "#1a2138", "#242d49"],
};
const GAMES = readdirSync(new URL("../../src/games", import.meta.url));
const sheets = GAMES.map((game) => {
  const folder = `games/${game}/styles/`;
  const names = readdirSync(new URL(`../../src/${folder}`, import.meta.url)).filter((name) => name.endsWith(".css"));
  const usual = names.find((name) => name !== "colour-blind.css") ?? "";
  return {
    game,
    usual: parseLooks(readSheet(folder + usual)),
    apart: parseLooks(readSheet(`${folder}colour-blind.css`)),
  };
});

describe.each(sheets)("the colours of $game", ({ usual, apart }) => {
  const all = [...usual.usual.keys()];
  const backgroundsOf = (look: Map<string, Look>): [string, string][] =>
    all.map((name) => [name, look.get(name)?.c ?? ""]);

  it("exist in both sets", () => {
    expect([...apart.usual.keys()].sort()).toEqual([...all].sort());
    expect([...apart.night.keys()].sort()).toEqual([...all].sort());
  });
  it("are distinguishable with every colour vision in the second set", () => {
    const { far, pair } = findNearestPair(backgroundsOf(apart.usual));
    expect(far, pair).toBeGreaterThan(18);
  });
  it("are too similar in the default set, which is why the second exists", () => {
    expect(findNearestPair(backgroundsOf(usual.usual)).far).toBeLessThan(8);
  });
  it.each(all)("%s has enough contrast", (name) => {
    const look = { ...usual.usual.get(name), ...apart.usual.get(name) };
    expect(contrast(look.c ?? "", look.on ?? "")).toBeGreaterThanOrEqual(4.5);
    for (const page of PAGES.usual) expect(contrast(look["ink-c"] ?? "", page)).toBeGreaterThanOrEqual(4.5);
    for (const card of ["#fdf7e8", "#e9dec5"]) expect(contrast(look["card-c"] ?? "", card)).toBeGreaterThanOrEqual(4.5);
    const night = apart.night.get(name)?.["ink-c"] ?? "";
    for (const page of PAGES.night) expect(contrast(night, page)).toBeGreaterThanOrEqual(4.5);
  });
});

it("the distance of a colour to itself is zero", () => {
  expect(
    findNearestPair([
      ["one", "#219baa"],
      ["other", "#219caa"],
    ]).far,
  ).toBeLessThan(1);
});
