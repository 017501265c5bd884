// A game's WebAssembly module and its memory (docs/machines.md). The module imports nothing. Tests run this file as it
// is, so its types can be erased without a compiler.

/** The description that is built with a module. */
export interface GameDescription {
  game: string;
  rules: number;
  hash: string;
  sizes: { state: number; view: number; text: number; player: number; network_memory?: number };
  /** The texts of the actions by code, and the names of the compiled players by number. */
  actions: string[];
  players: string[];
  /** Undealt states by number of seats, and the byte of a state that is 1 if an option has a value. */
  blanks: Record<string, string>;
  options: { name: string; offset: number; value: unknown }[];
  /** The network of the strongest levels, in a file of its own. */
  network?: { file: string; bytes: number; levels: string[] };
  /** The collections of a solo game as JSON; the rules leave their place in a view or a truth empty. */
  parts?: { prestige: string[] };
}

type Kernel = (...values: (number | bigint)[]) => number | bigint;

export class WasmGame {
  readonly about: GameDescription;
  private readonly kernels: Record<string, Kernel>;
  private readonly memory: WebAssembly.Memory;

  constructor(about: GameDescription, module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module);
    this.about = about;
    this.kernels = exports as Record<string, Kernel>;
    this.memory = exports.memory as WebAssembly.Memory;
  }

  /** Reserves memory for good. */
  allocate(size: number, alignment = 16): number {
    return Number(this.kernels.allocate!(BigInt(size), alignment));
  }

  /** Calls a kernel. What it allocates is free again afterwards. */
  call(name: string, ...values: (number | bigint)[]): number {
    const before = this.kernels.mark!();
    try {
      return Number(this.kernels[name]!(...values) ?? 0);
    } finally {
      this.kernels.release!(before);
    }
  }

  bytes(start: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, start, length);
  }

  text(start: number, end: number): string {
    return new TextDecoder().decode(this.bytes(start, end - start));
  }
}
