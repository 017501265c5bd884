// Plays games as tests/wasm/test_equality.py does, in Node or a browser, and returns digests of all that the kernels wrote.

import { WasmGame } from "../../web/src/local/module.ts";

const opened = new Map();
const encoder = new TextEncoder();
const MASK_63 = (1n << 63n) - 1n;

/** A SHA-256 of all that was added. */
class Digest {
  parts = [];

  update(part) {
    this.parts.push(typeof part === "string" ? encoder.encode(part) : part.slice());
  }

  async hex() {
    const whole = new Uint8Array(await new Blob(this.parts).arrayBuffer());
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function nextWord(word) {
  word ^= (word << 13n) & MASK_63;
  word ^= word >> 7n;
  return word ^ ((word << 17n) & MASK_63);
}

/** A module with its buffers. */
function open(modules, game) {
  if (opened.has(game)) return opened.get(game);
  const module = new WasmGame(...modules[game]);
  const { sizes } = module.about;
  const buffers = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, module.allocate(size)]));
  const texts = new Map();
  for (let viewer = -1; viewer < 4; viewer += 1) {
    const makeText = () => ({ text: module.allocate(sizes.view), ends: module.allocate(4 * sizes.view), length: 0 });
    texts.set(viewer, [makeText(), makeText()]);
  }
  const found = {
    module, ...buffers, texts, before: module.allocate(sizes.state), key: module.allocate(32), positions: module.allocate(24), patch: module.allocate(2 * sizes.view + 4096),
  }; // prettier-ignore
  opened.set(game, found);
  return found;
}

function legalCodes(g) {
  g.module.call("write_mask", g.state, g.mask);
  const mask = g.module.bytes(g.mask, g.module.about.sizes.mask);
  return g.module.about.actions.map((_, code) => code).filter((code) => mask[code]);
}

/** Positions that a kernel has written. */
function readPositions(g, count) {
  return [...new BigInt64Array(g.module.bytes(g.positions, 8 * count).slice().buffer)].map(Number);
}

/** Write the view of each viewer, and the patch from the one before; add both to the digest. */
function addViews(g, seats, digest, isFirst) {
  for (const viewer of [...Array(seats).keys(), -1]) {
    const [before, after] = g.texts.get(viewer);
    g.module.call("write_view", g.state, BigInt(viewer), after.text, g.positions);
    const count = g.module.about.game === "biblios" ? 2 : 3;
    const bounds = [0, ...readPositions(g, count)];
    const parts = bounds.slice(1).map((end, n) => g.module.text(after.text + bounds[n], after.text + end));
    // The options, and in Bibliogamo the collection, are not written by the kernel.
    const whole = encoder.encode(parts.join("{}") + "null}");
    g.module.bytes(after.text, whole.length).set(whole);
    after.length = whole.length;
    const size = BigInt(after.length);
    g.module.call("find_ends", after.text, size, after.ends);
    digest.update(g.module.bytes(after.text, after.length));
    if (!isFirst) {
      const length = g.module.call("write_patch", before.text, before.ends, BigInt(before.length), after.text, after.ends, size, g.patch); // prettier-ignore
      digest.update(g.module.bytes(g.patch, length));
    }
    g.texts.set(viewer, [after, before]);
  }
}

const REFEREE = -2;
const EXPLAIN_EVERY = 5; // decisions

/** A text that a kernel writes: what it returns is its length. */
function text(g, name, ...values) {
  return g.module.text(g.text, g.text + g.module.call(name, ...values, g.text));
}

/** Add the events of an action, as each viewer sees them, what it reveals, the outcome and the truth. */
function addTexts(g, seats, code, digest) {
  for (const viewer of [...Array(seats).keys(), -1, REFEREE]) {
    digest.update(text(g, "write_events", g.before, g.state, BigInt(code), BigInt(viewer)));
  }
  if (code >= 0) digest.update(String(g.module.call("has_revealed", g.before, g.state)));
  digest.update(text(g, "write_outcome", g.state, 0n));
  const length = g.module.call("write_truth", g.state, g.text, g.positions);
  const whole = g.module.text(g.text, g.text + length);
  const [hole] = readPositions(g, 1);
  digest.update(hole < 0 ? whole : `${whole.slice(0, hole)}null${whole.slice(hole)}`);
  digest.update(String(g.module.call("drawn", g.state)));
}

/** Add which legal actions may be taken back, and the reasons against three that are not legal. */
function addAnswers(g, codes, decision, digest) {
  digest.update(codes.map((code) => g.module.call("may_take_back", g.state, BigInt(code))).join(""));
  if (decision % EXPLAIN_EVERY) return;
  const { actions } = g.module.about;
  for (let n = 0; n < 3; n += 1) {
    const code = (decision * 31 + n * 67) % actions.length;
    if (!codes.includes(code)) digest.update(text(g, "write_reason", g.state, BigInt(code)));
  }
}

async function play(modules, { game, seats, state, key, first, word, views, player, fault }) {
  const g = open(modules, game);
  const { sizes, actions } = g.module.about;
  g.module.bytes(g.state, sizes.state).set(fromBase64(state));
  g.module.bytes(g.key, 32).set(fromBase64(key));
  g.module.bytes(g.player, sizes.player).fill(0);
  g.module.call("begin", g.state, g.key, BigInt(first));
  const digest = new Digest();
  const seen = new Digest();
  const choices = [];
  let random = BigInt(word);
  let decisions = 0;
  if (views) addTexts(g, seats, -1, seen);
  for (let actor; (actor = g.module.call("actor", g.state)) >= 0; decisions += 1) {
    if (fault === decisions) g.module.bytes(g.state, sizes.state)[sizes.state - 1] ^= 1;
    const codes = legalCodes(g);
    g.module.call("write_row", g.state, BigInt(actor), g.row);
    digest.update(g.module.bytes(g.state, sizes.state));
    digest.update(codes.map((code) => actions[code]).join("|"));
    digest.update(g.module.bytes(g.row, sizes.row));
    if (views) addViews(g, seats, seen, decisions === 0);
    if (views) addAnswers(g, codes, decisions, seen);
    random = nextWord(random);
    let code = codes[Number(((random >> 32n) * BigInt(codes.length)) >> 31n)];
    if (player !== null) {
      code = g.module.call("choose", g.state, BigInt(player), random, g.player);
      choices.push(code);
    }
    g.module.bytes(g.before, sizes.state).set(g.module.bytes(g.state, sizes.state));
    g.module.call("apply", g.state, BigInt(code));
    if (views) addTexts(g, seats, code, seen);
  }
  if (views) addViews(g, seats, seen, decisions === 0);
  digest.update(g.module.bytes(g.state, sizes.state));
  return { digest: await digest.hex(), views: views ? await seen.hex() : null, choices, decisions };
}

/** The choices of the network in positions, from the bytes of its file, of rows and of masks. */
function chooseInPositions(modules, { game, count, level }, weights, rows, masks) {
  const g = open(modules, game);
  const at = g.module.allocate(weights.length, 16);
  g.module.bytes(at, weights.length).set(weights);
  const { row, mask } = g.module.about.sizes;
  let word = 1n;
  return Array.from({ length: count }, (_, n) => {
    g.module.bytes(g.row, row).set(rows.subarray(n * row, (n + 1) * row));
    g.module.bytes(g.mask, mask).set(masks.subarray(n * mask, (n + 1) * mask));
    word = nextWord(word);
    return g.module.call("choose_from_row", g.row, g.mask, BigInt(level), word, at, g.network_memory);
  });
}

/** Run a job of tests/wasm/test_equality.py. `read` returns the bytes of a file that the job names. */
export async function run(modules, job, read) {
  if (!job.network) return play(modules, job);
  return chooseInPositions(modules, job, await read(job.network), await read(job.rows), await read(job.masks));
}
