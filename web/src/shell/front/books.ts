// The books of the cupboard: where each stands or lies, how it is bound, what is tooled on its back.

type Colour = "red" | "brown" | "blue" | "green" | "orange";

export interface Standing {
  colour: Colour;
  x: number;
  y: number;
  w: number;
  /** The shelf it stands on. */
  foot: number;
  /** Gilt bands, a paper label, a row of lozenges, or a drawing of the sprite. */
  tooling: "bands" | "label" | "lozenges" | { mark: string };
  /** Degrees. */
  lean?: number;
}

export const STANDING: Standing[] = [
  { colour: "red", x: 143, y: 126, w: 22, foot: 206, tooling: { mark: "tomes" } },
  { colour: "brown", x: 168.2, y: 136, w: 15, foot: 206, tooling: "bands" },
  { colour: "blue", x: 186.4, y: 122, w: 20, foot: 206, tooling: "label" },
  { colour: "green", x: 209.6, y: 132, w: 17, foot: 206, tooling: "lozenges" },
  { colour: "red", x: 233.8, y: 130, w: 15, foot: 206, tooling: "bands", lean: 14 },
  { colour: "orange", x: 269.8, y: 128, w: 22, foot: 206, tooling: { mark: "manuscripts" } },
  { colour: "brown", x: 295, y: 120, w: 18, foot: 206, tooling: "lozenges" },
  { colour: "blue", x: 316.2, y: 140, w: 14, foot: 206, tooling: "bands" },
  { colour: "blue", x: 143, y: 230, w: 22, foot: 312, tooling: { mark: "pigments" } },
  { colour: "orange", x: 168.2, y: 242, w: 15, foot: 312, tooling: "bands" },
  { colour: "red", x: 186.4, y: 226, w: 18, foot: 312, tooling: "lozenges" },
  { colour: "green", x: 269.6, y: 228, w: 22, foot: 312, tooling: { mark: "holy-books" } },
  { colour: "red", x: 294.8, y: 244, w: 14, foot: 312, tooling: "label" },
  { colour: "brown", x: 312, y: 234, w: 20, foot: 312, tooling: "bands" },
  { colour: "orange", x: 335.2, y: 230, w: 15, foot: 312, tooling: "lozenges" },
  { colour: "green", x: 143, y: 342, w: 16, foot: 420, tooling: "bands" },
  { colour: "brown", x: 162.2, y: 334, w: 22, foot: 420, tooling: { mark: "monks" } },
  { colour: "red", x: 255.4, y: 336, w: 16, foot: 420, tooling: "lozenges" },
  { colour: "blue", x: 274.6, y: 346, w: 20, foot: 420, tooling: "label" },
  { colour: "green", x: 357.8, y: 338, w: 17, foot: 420, tooling: "label" },
];

export const LYING: { colour: Colour; x: number; y: number; w: number; h: number }[] = [
  { colour: "orange", x: 190.4, y: 404, w: 62, h: 16 },
  { colour: "blue", x: 192.4, y: 391, w: 54, h: 13 },
  { colour: "brown", x: 194.4, y: 376, w: 58, h: 15 },
];

export const SCROLLS: [number, number][] = [
  [314.8, 408],
  [338.8, 408],
  [326.8, 387],
];
