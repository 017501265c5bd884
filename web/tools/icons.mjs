// Draws the icons of the installed page and the preview image of its links from the logo. The polygons are filled and
// written as PNG here, so that the build needs no other program.
import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

const VELLUM = [0xfa, 0xf4, 0xe6];
const SAMPLES = 4; // 4 × 4 samples per pixel

/** Parses `M24 1 43 13v3H5Z` into rings of points. Straight lines only: the logo has no curves. */
function rings(path) {
  const found = [];
  let ring = [];
  let [x, y, command] = [0, 0, "M"];
  const tokens = path.match(/[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  for (let at = 0; at < tokens.length;) {
    if (/[A-Za-z]/.test(tokens[at])) command = tokens[at++];
    const next = () => Number(tokens[at++]);
    if (command === "M") {
      if (ring.length) found.push(ring);
      [x, y] = [next(), next()];
      ring = [[x, y]];
      command = "L";
      continue;
    }
    if (command === "Z" || command === "z") {
      if (ring.length) [x, y] = ring[0];
      command = "M";
      continue;
    }
    if (command === "L") [x, y] = [next(), next()];
    else if (command === "l") [x, y] = [x + next(), y + next()];
    else if (command === "H") x = next();
    else if (command === "h") x += next();
    else if (command === "V") y = next();
    else if (command === "v") y += next();
    else throw new Error(`the logo has a curve: ${command}`);
    ring.push([x, y]);
  }
  return ring.length ? [...found, ring] : found;
}

const colour = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** The paths of a drawing without its background. */
function logo(file) {
  const svg = readFileSync(file, "utf8");
  return [...svg.matchAll(/<path fill="(#[0-9a-f]{6})"(?: fill-rule="evenodd")? d="([^"]+)"/g)]
    .slice(1)
    .map(([, fill, path]) => ({ fill: colour(fill), rings: rings(path) }));
}

class Sheet {
  constructor(width, height, ground) {
    this.width = width;
    this.height = height;
    this.pixels = new Float32Array(width * height * 3);
    for (let at = 0; at < this.pixels.length; at++) this.pixels[at] = ground[at % 3];
  }

  /** Even-odd rule: inside if an odd number of edges is to the left. */
  fill({ fill, rings }, scale = 1, left = 0, top = 0) {
    const edges = rings.flatMap((ring) => ring.map((from, at) => [from, ring[(at + 1) % ring.length]]));
    const placed = edges.map(([a, b]) => [a, b].map(([x, y]) => [left + x * scale, top + y * scale]));
    const cover = new Float32Array(this.width);
    for (let row = 0; row < this.height; row++) {
      cover.fill(0);
      for (let sample = 0; sample < SAMPLES; sample++) {
        const y = row + (sample + 0.5) / SAMPLES;
        const cuts = placed
          .filter(([[, a], [, b]]) => a <= y !== b <= y)
          .map(([[ax, ay], [bx, by]]) => ax + ((y - ay) / (by - ay)) * (bx - ax))
          .sort((a, b) => a - b);
        for (let at = 0; at + 1 < cuts.length; at += 2) {
          const [from, to] = [Math.max(0, cuts[at]), Math.min(this.width, cuts[at + 1])];
          for (let x = Math.floor(from); x < to; x++) cover[x] += (Math.min(to, x + 1) - Math.max(from, x)) / SAMPLES;
        }
      }
      cover.forEach((part, x) => {
        for (let band = 0; part > 0 && band < 3; band++) {
          const at = (row * this.width + x) * 3 + band;
          this.pixels[at] += (fill[band] - this.pixels[at]) * Math.min(1, part);
        }
      });
    }
  }

  png() {
    const rows = Buffer.alloc(this.height * (this.width * 3 + 1));
    for (let y = 0, to = 0, from = 0; y < this.height; y++) {
      to++; // no filter
      for (let x = 0; x < this.width * 3; x++) rows[to++] = Math.round(this.pixels[from++]);
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([8, 2], 8);
    const chunk = (name, data) => {
      const body = Buffer.concat([Buffer.from(name), data]);
      const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      size.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([size, body, sum]);
    };
    const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([
      magic,
      chunk("IHDR", head),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", Buffer.alloc(0)),
    ]);
  }
}

/** `inside`: the fraction of the image that the drawing takes; a maskable icon may lose its edges. */
function icon(parts, size, inside) {
  const sheet = new Sheet(size, size, VELLUM);
  const scale = (size * inside) / 48;
  const edge = (size - 48 * scale) / 2;
  for (const part of parts) sheet.fill(part, scale, edge, edge);
  return sheet.png();
}

const SPINES = ["#573620", "#1f5ba8", "#1b7a5c", "#e0852a", "#b51f30", "#e6bd4a"];

/** The cupboard beside a shelf of books, without names or cards. */
function picture(parts) {
  const sheet = new Sheet(1200, 630, VELLUM);
  const box = (fill, x, y, w, h) =>
    sheet.fill({
      fill: colour(fill),
      rings: [
        [
          [x, y],
          [x + w, y],
          [x + w, y + h],
          [x, y + h],
        ],
      ],
    });
  for (const part of parts) sheet.fill(part, 9, 84, 99);
  for (const [row, base] of [290, 530].entries()) {
    box("#6f4526", 580, base, 540, 14);
    for (let book = 0; book < 13; book++) {
      const [wide, high] = [28 + ((book * 7 + row * 5) % 12), 130 + ((book * 37 + row * 53) % 60)];
      box(SPINES[(book * 5 + row * 2) % SPINES.length], 588 + book * 40, base - high, wide, high);
      box("#e6c468", 588 + book * 40, base - high + 18, wide, 4);
    }
  }
  return sheet.png();
}

/** Every image by file name. */
export function icons(file) {
  const parts = logo(file);
  return {
    "icons/icon-192.png": icon(parts, 192, 0.86),
    "icons/icon-512.png": icon(parts, 512, 0.86),
    "icons/maskable-512.png": icon(parts, 512, 0.6),
    "icons/apple-180.png": icon(parts, 180, 0.8),
    "icons/preview.png": picture(parts),
  };
}
