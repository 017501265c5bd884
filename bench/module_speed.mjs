// Measures the WebAssembly module of a game: random play, views and bots. In Node: node bench/module_speed.mjs FOLDER GAME

import { WasmGame } from "../web/src/local/module.ts";

const POSITIONS = 200;
const BATCH = 40; // positions of one measurement; short enough that other programs rarely interrupt it
const SPREAD = 7; // decisions between two positions, so that they come from all parts of a game

const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

class Table {
  constructor(about, module) {
    this.module = new WasmGame(about, module);
    this.about = about;
    const { state, view, player, network_memory } = about.sizes;
    this.state = this.module.allocate(state);
    this.key = this.module.allocate(32);
    this.text = this.module.allocate(view);
    this.ends = this.module.allocate(24);
    this.memory = this.module.allocate(player);
    this.networkMemory = this.module.allocate(network_memory ?? 0);
    this.seats = Math.max(...Object.keys(about.blanks).map(Number));
  }

  deal() {
    this.load(fromBase64(this.about.blanks[this.seats]));
    crypto.getRandomValues(this.module.bytes(this.key, 32));
    this.module.call("begin", this.state, this.key, -1n);
  }

  load(state) {
    this.module.bytes(this.state, state.length).set(state);
  }

  save() {
    return this.module.bytes(this.state, this.about.sizes.state).slice();
  }

  get actor() {
    return this.module.call("actor", this.state);
  }

  choose(player, word) {
    return this.module.call("choose", this.state, BigInt(player), word, this.memory);
  }

  step() {
    if (this.actor < 0) return false;
    const [word] = crypto.getRandomValues(new BigUint64Array(1));
    this.module.call("apply", this.state, BigInt(this.choose(0, (word >> 1n) | 1n)));
    return true;
  }
}

/** The median of a value that `next` measures, so that other programs on the machine hardly affect it. */
function findMedian(seconds, next) {
  const values = [];
  for (const start = performance.now(); performance.now() - start < seconds * 1000; ) values.push(next());
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Decisions of random play in a second. */
function measurePlay(table, seconds) {
  const words = new BigUint64Array(256);
  return findMedian(seconds, () => {
    crypto.getRandomValues(words);
    let decisions = 0;
    const start = performance.now();
    for (let game = 0; game < 2; game += 1) {
      table.deal();
      for (; table.actor >= 0; decisions += 1) {
        const code = table.choose(0, (words[decisions % words.length] >> 1n) | 1n);
        table.module.call("apply", table.state, BigInt(code));
      }
    }
    return (decisions * 1000) / (performance.now() - start);
  });
}

function collectPositions(table) {
  const found = [];
  while (found.length < POSITIONS) {
    table.deal();
    for (let n = 0; table.actor >= 0; n += 1) {
      if (n % SPREAD === 0) found.push(table.save());
      table.step();
    }
  }
  return found;
}

/** Microseconds of a call. Each value is the mean over some positions, as browsers' clocks are coarse. */
function measureCall(table, positions, seconds, call) {
  let next = 0;
  return findMedian(seconds, () => {
    const start = performance.now();
    for (let n = 0; n < BATCH; n += 1, next += 1) {
      table.load(positions[next % positions.length]);
      call();
    }
    return ((performance.now() - start) * 1000) / BATCH;
  });
}

/** `network`: the bytes of the file that the strongest levels need, or null. */
export function measure(about, module, network, seconds) {
  const table = new Table(about, module);
  const positions = collectPositions(table);
  const time = (call) => measureCall(table, positions, seconds, call);
  const found = {
    decisions_per_second: measurePlay(table, seconds),
    view: time(() => table.module.call("write_view", table.state, BigInt(table.actor), table.text, table.ends)),
  };
  about.players.forEach((player, number) => {
    found[player] = time(() => {
      table.module.bytes(table.memory, about.sizes.player).fill(0); // as the page does
      table.choose(number, 1n);
    });
  });
  if (network) {
    const at = table.module.allocate(network.length);
    table.module.bytes(at, network.length).set(network);
    found.network = time(() => table.module.call("choose_network", table.state, 0n, 1n, at, table.networkMemory));
  }
  return found;
}

if (globalThis.process?.argv[1] && import.meta.url.endsWith("module_speed.mjs")) {
  const { readFileSync } = await import("node:fs");
  const [folder, game, seconds] = process.argv.slice(2);
  const about = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8"));
  const module = new WebAssembly.Module(readFileSync(`${folder}/${game}.wasm`));
  const network = about.network ? readFileSync(`${folder}/${about.network.file}`) : null;
  console.log(JSON.stringify(measure(about, module, network, Number(seconds ?? 1))));
}
