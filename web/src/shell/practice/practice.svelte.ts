// Practice: a position shown on the screen of a normal table, where the action is the answer.
import { fetchJson, BOT_NAMES } from "../api";
import { makeTableInfo } from "../replay/tableInfo";
import { errorMessage } from "../start";
import { Table } from "../table.svelte";
import type { PracticeQuestion, PracticeResult } from "../wire";
import { saveTry } from "./tries";

/** A table without a server connection: its actions go to a callback. */
class PracticeTable extends Table {
  constructor(
    id: string,
    private onAnswer: (actions: string[]) => void,
  ) {
    super(id, null, false);
    this.link = "open";
    this.isReplay = true;
  }

  override act(action: string | string[]): void {
    if (this.busy) return;
    this.sending = "answer";
    this.onAnswer(Array.isArray(action) ? action : [action]);
  }
}

export class PracticeSession {
  readonly table: Table;
  position = $state.raw<PracticeQuestion | null>(null);
  verdict = $state.raw<PracticeResult | null>(null);
  errorText = $state("");
  private given: string[] = [];
  private address: string;

  constructor(
    readonly game: string,
    readonly id: string,
  ) {
    this.address = `/api/practice/${game}/${id}`;
    this.table = new PracticeTable(id, (actions) => void this.answer(actions));
    void this.open();
  }

  private async open(): Promise<void> {
    try {
      const position = await fetchJson<PracticeQuestion>(this.address);
      const seats = position.seats.map(({ bot }, seat) => ({
        name: seat === position.seat ? "" : (BOT_NAMES[seat] ?? ""),
        bot: seat === position.seat ? null : bot,
      }));
      this.table.info = makeTableInfo(
        { ...position, round: 1, last: position.v + 1, seats },
        position.v,
        position.seat,
      );
      this.table.lines = position.lines as unknown as Table["lines"];
      this.table.view = position.view as unknown as Table["view"];
      this.position = position;
    } catch (error) {
      this.errorText = errorMessage(error);
    }
  }

  private async answer(actions: string[]): Promise<void> {
    try {
      this.verdict = await fetchJson<PracticeResult>(this.address, { actions });
      this.given = actions;
      this.errorText = "";
      saveTry(this.id, this.verdict.is_right);
    } catch (error) {
      this.errorText = errorMessage(error);
      this.table.sending = null;
    }
  }

  /** After a change of language, requests the verdict again. */
  async changeLanguage(): Promise<void> {
    if (this.verdict) this.verdict = await fetchJson<PracticeResult>(this.address, { actions: this.given });
  }
}
