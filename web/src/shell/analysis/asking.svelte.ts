// Asking for an analysis: begun once, then looked at until it is done.
import { ask } from "../api";
import { problem } from "../start";
import type { Replay } from "../wire";
import type { Analysis, Explained } from "./shape";

const EVERY = 700; // milliseconds between two looks

export class Asking {
  analysis = $state<Analysis | null>(null);
  replay = $state<Replay | null>(null);
  progress = $state(0);
  wrong = $state("");
  #left = false;

  constructor(
    readonly id: string,
    readonly round: string | null,
  ) {}

  async begin(): Promise<void> {
    this.wrong = "";
    const query = this.round === null ? "" : `?round=${this.round}`;
    const address = `/api/replays/${this.id}/analysis${query}`;
    try {
      this.replay = await ask<Replay>(`/api/replays/${this.id}${query}`);
      let told = await ask<Explained>(address, {});
      while (told.state === "working" && !this.#left) {
        this.progress = told.progress;
        await new Promise((resolve) => setTimeout(resolve, EVERY));
        told = await ask<Explained>(address);
      }
      this.analysis = told.analysis ?? null;
    } catch (error) {
      this.wrong = problem(error);
    }
  }

  leave(): void {
    this.#left = true;
  }
}
