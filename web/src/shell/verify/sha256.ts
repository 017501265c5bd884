// SHA-256 (FIPS 180-4). Implemented here so that verification depends on nobody, and because browsers offer theirs only
// over https.

/** The first 32 fractional bits of the square roots (eight) and cube roots (sixty-four) of the primes. */
function roots(): { first: Uint32Array; rounds: Uint32Array } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const behind = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  return {
    first: Uint32Array.from(primes.slice(0, 8), (prime) => behind(Math.sqrt(prime))),
    rounds: Uint32Array.from(primes, (prime) => behind(Math.cbrt(prime))),
  };
}
const { first: FIRST, rounds: ROUNDS } = roots();

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const bits = new DataView(blocks.buffer);
  bits.setUint32(blocks.length - 8, Math.floor(message.length / 2 ** 29));
  bits.setUint32(blocks.length - 4, (message.length * 8) >>> 0);
  const hash = FIRST.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < blocks.length; block += 64) {
    for (let t = 0; t < 16; t++) w[t] = bits.getUint32(block + 4 * t);
    for (let t = 16; t < 64; t++) {
      const [x, y] = [w[t - 15]!, w[t - 2]!];
      const small = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const large = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      w[t] = w[t - 16]! + small + w[t - 7]! + large;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as number[] as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let t = 0; t < 64; t++) {
      const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const sum = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[t]! + w[t]!) | 0;
      const two = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const most = (a & b) ^ (a & c) ^ (b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + sum) | 0, c, b, a, (sum + two + most) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, index) => (hash[index] = hash[index]! + part));
  }
  const digest = new Uint8Array(32);
  const words = new DataView(digest.buffer);
  hash.forEach((word, index) => words.setUint32(4 * index, word));
  return digest;
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hex = (data: Uint8Array): string => Array.from(data, (one) => one.toString(16).padStart(2, "0")).join("");

/** Null if the text is not whole bytes in hexadecimal. */
export function unhex(text: string): Uint8Array | null {
  if (text.length % 2 || !/^[0-9a-f]*$/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
