// A position as a table: its screen is that of a table in play, and what is done there is the answer.
import { ask, BROTHERS } from "../api";
import { asTable } from "../replay/asTable";
import { problem } from "../start";
import { Table } from "../table.svelte";
import type { PracticeAsked, PracticeTold } from "../wire";
import { note } from "./solved";

/** A table without a line to a server: whatever is done there is handed on. */
class Posed extends Table {
  constructor(
    id: string,
    private hand: (actions: string[]) => void,
  ) {
    super(id, null, false);
    this.link = "open";
    this.past = true;
  }

  override act(action: string | string[]): void {
    if (this.busy) return;
    this.sending = "answer";
    this.hand(Array.isArray(action) ? action : [action]);
  }
}

export class Question {
  readonly table: Table;
  asked = $state.raw<PracticeAsked | null>(null);
  told = $state.raw<PracticeTold | null>(null);
  wrong = $state("");
  private given: string[] = [];
  private address: string;

  constructor(
    readonly game: string,
    readonly id: string,
  ) {
    this.address = `/api/practice/${game}/${id}`;
    this.table = new Posed(id, (actions) => void this.answer(actions));
    void this.open();
  }

  private async open(): Promise<void> {
    try {
      const asked = await ask<PracticeAsked>(this.address);
      const seats = asked.seats.map(({ bot }, seat) => ({
        name: seat === asked.seat ? "" : (BROTHERS[seat] ?? ""),
        bot: seat === asked.seat ? null : bot,
      }));
      this.table.info = asTable({ ...asked, round: 1, last: asked.v + 1, seats }, asked.v, asked.seat);
      this.table.lines = asked.lines as unknown as Table["lines"];
      this.table.view = asked.view as unknown as Table["view"];
      this.asked = asked;
    } catch (error) {
      this.wrong = problem(error);
    }
  }

  private async answer(actions: string[]): Promise<void> {
    try {
      this.told = await ask<PracticeTold>(this.address, { actions });
      this.given = actions;
      this.wrong = "";
      note(this.id, this.told.is_right);
    } catch (error) {
      this.wrong = problem(error);
      this.table.sending = null;
    }
  }

  /** After a change of language: what was told comes in the new one. */
  async speak(): Promise<void> {
    if (this.told) this.told = await ask<PracticeTold>(this.address, { actions: this.given });
  }
}
