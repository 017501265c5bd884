// An independent implementation of docs/chance.md: the commitment to a seed, the key of a deal, and the random numbers
// that ChaCha20 (RFC 8439) derives from it.
import { bytes, hex, joined, sha256 } from "./sha256";

export const commitmentOf = (seed: Uint8Array): string => hex(sha256(joined(bytes("armarium commit 1"), seed)));

/** A seat without a contribution counts as 32 zero bytes. */
export const keyOf = (seed: Uint8Array, given: (Uint8Array | null)[]): Uint8Array =>
  sha256(joined(bytes("armarium deal 1"), seed, ...given.map((one) => one ?? new Uint8Array(32))));

const turned = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

function quarter(s: Uint32Array, a: number, b: number, c: number, d: number): void {
  for (const [to, by, mixed, turn] of [
    [a, b, d, 16],
    [c, d, b, 12],
    [a, b, d, 8],
    [c, d, b, 7],
  ] as const) {
    s[to] = s[to]! + s[by]!;
    s[mixed] = turned(s[mixed]! ^ s[to]!, turn);
  }
}

/** One block of sixteen words, with a nonce of zeros. */
export function block(key: Uint8Array, counter: number): Uint32Array {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const begin = new Uint32Array(16);
  begin.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let word = 0; word < 8; word++) begin[4 + word] = view.getUint32(4 * word, true);
  begin[12] = counter;
  const s = begin.slice();
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) quarter(s, column, column + 4, column + 8, column + 12);
    for (let column = 0; column < 4; column++)
      quarter(s, column, ((column + 1) % 4) + 4, ((column + 2) % 4) + 8, ((column + 3) % 4) + 12);
  }
  return s.map((word, index) => word + begin[index]!);
}

/** The key stream in order, and the random draws made from it. */
export class Stream {
  drawn = 0;
  private words: Uint32Array = new Uint32Array();

  constructor(private key: Uint8Array) {}

  next(): number {
    if (this.drawn % 16 === 0) this.words = block(this.key, this.drawn / 16);
    return this.words[this.drawn++ % 16]!;
  }

  below(n: number): number {
    const limit = n * Math.floor(2 ** 32 / n);
    let word = this.next();
    while (word >= limit) word = this.next();
    return word % n;
  }

  shuffle<T>(cards: T[]): T[] {
    for (let i = cards.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [cards[i], cards[j]] = [cards[j]!, cards[i]!];
    }
    return cards;
  }
}
