// The page's own SHA-256, ChaCha20 and deals against the test vectors of the Python rules.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { deal as dealOfOne } from "../../src/games/bibliogamo/proof";
import { canonical, deal, shuffledPile } from "../../src/games/biblios/proof";
import { block, commitmentOf, keyOf, Stream } from "../../src/shell/verify/chance";
import { bytes, hex, sha256, unhex } from "../../src/shell/verify/sha256";

const readGolden = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../tests/golden/${path}`, import.meta.url), "utf8"));
const vectors = readGolden("chance_vectors.json");
const one = readGolden("bibliogamo/chance_vectors.json");
const fromHex = (text: string): Uint8Array => unhex(text)!;

describe("SHA-256", () => {
  it.each(["", "abc", "a".repeat(55), "a".repeat(56), "a".repeat(64), "é".repeat(1000)])("of %j", (text) => {
    expect(hex(sha256(bytes(text)))).toBe(createHash("sha256").update(text).digest("hex"));
  });
});

describe("ChaCha20", () => {
  it.each(vectors.chacha20 as { key: string; keystream: string }[])("with the key $key", ({ key, keystream }) => {
    const words = keystream.length / 128;
    const stream = Array.from({ length: words }, (_, counter) => block(fromHex(key), counter)).map((found) => {
      const view = new DataView(new ArrayBuffer(64));
      found.forEach((word, at) => view.setUint32(4 * at, word, true));
      return hex(new Uint8Array(view.buffer));
    });
    expect(stream.join("")).toBe(keystream);
  });
});

interface KeyVector {
  seed_bytes: string;
  contributions: (string | null)[];
  contribution_hashes: (string | null)[];
  commitment: string;
  key: string;
}
it.each(vectors.keys as KeyVector[])("the seed $seed_bytes gives its commitment and key", (vector) => {
  const given = vector.contributions.map((text) => (text ? fromHex(text) : null));
  expect(commitmentOf(fromHex(vector.seed_bytes))).toBe(vector.commitment);
  expect(hex(keyOf(fromHex(vector.seed_bytes), given))).toBe(vector.key);
  given.forEach((bytes, seat) => {
    if (bytes) expect(hex(sha256(bytes))).toBe(vector.contribution_hashes[seat]);
  });
});

it("key stream words and bounded draws match", () => {
  const stream = new Stream(fromHex(vectors.words.key));
  expect(vectors.words.words.map(() => stream.next())).toEqual(vectors.words.words);
  for (const { key, draws } of vectors.below) {
    const own = new Stream(fromHex(key));
    for (const draw of draws) {
      const { below, n, value, used, words_used } = draw;
      expect(own.below(below ?? n)).toBe(value);
      expect(own.drawn).toBe(used ?? words_used);
    }
  }
});

it.each(vectors.deals as { seats: number; key: string }[])("the deal of $seats seats", (vector) => {
  const want = vector as unknown as Record<string, string[] & number>;
  const stream = new Stream(fromHex(vector.key));
  const dealt = deal(stream, vector.seats);
  expect(dealt).toEqual({ first: want.first, box: want.box, draw: want.draw });
  expect(stream.drawn).toBe(want.words_used);
  expect(shuffledPile(stream, want.auction_pile!)).toEqual(want.auction_order);
  expect(stream.drawn).toBe(want.words_used_after_auction);
});

it("penalty draws match", () => {
  for (const { key, hand, drawn } of vectors.penalties) {
    const stream = new Stream(fromHex(key));
    const held = canonical(hand);
    for (const draw of drawn) expect(held.splice(stream.below(held.length), 1)[0]).toBe(draw.card);
  }
});

it("the deals of one seat match", () => {
  for (const vector of one.deals) {
    const { collection, deck } = dealOfOne(new Stream(fromHex(vector.key)));
    expect(collection).toBe(vector.collection ?? vector.prestige);
    expect(deck).toEqual(vector.deck ?? vector.draw);
  }
});
