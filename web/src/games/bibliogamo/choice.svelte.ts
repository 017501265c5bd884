// The player's selection so far, what can be pressed next, and what each press or key does.
import { tick } from "svelte";
import { digit, isForPage } from "../../shell/keys";
import { actionButtons, type ActionHandlers } from "./actions";
import { size, type Kit } from "./kit.svelte";
import { crafts, isLastPayment, ifLegal, payWith } from "./moves";
import { pressesOf, type Chosen, useOf } from "./press";
import type { View, TowerId } from "./view";

const NOTHING: Chosen = { hiring: false, card: null, doubted: null, ending: null, from: null, to: null };

export class Choice {
  // A selection is valid only for the view in which it was made.
  private selection = $state.raw<{ for: View | null; chosen: Chosen }>({ for: null, chosen: NOTHING });
  private handlers: ActionHandlers;

  chosen = $derived.by(() => (this.selection.for === this.view() ? this.selection.chosen : NOTHING));
  presses = $derived.by(() => (this.busy() ? [] : (this.with((kit, view) => pressesOf(kit, view, this.chosen)) ?? [])));
  acts = $derived.by(() => {
    const acts = this.with((kit, view) => actionButtons(kit, view, this.chosen, this.handlers)) ?? [];
    return this.busy() ? acts.map((act) => ({ ...act, press: undefined })) : acts;
  });
  uses = $derived.by(
    () =>
      new Map(
        this.with((kit, view) =>
          view.hand.map(
            (card) => [card, { ...useOf(kit, view, card), ...(this.busy() ? { live: false } : {}) }] as const,
          ),
        ) ?? [],
      ),
  );
  /** The card suggested for the payment. */
  suggested = $derived.by(
    () =>
      this.with((kit, view) =>
        view.step === "pay"
          ? (this.chosen.ending ?? payWith(view, (card) => size(kit.cards.get(card)?.grants ?? {})))
          : null,
      ) ?? null,
  );
  from = $derived.by(() => this.view().transfer?.from ?? this.chosen.from);
  to = $derived.by(() => this.view().transfer?.to ?? this.chosen.to);
  towers = $derived.by(() => [this.from, this.to].filter((tower): tower is TowerId => tower !== null));
  /** The crafts that may leave the selected tower. */
  going = $derived.by(() =>
    ["give-back", "transfer"].includes(this.view().step) ? crafts(this.view(), this.from, this.to) : [],
  );
  /** What the digit keys choose at this point. */
  digits = $derived.by(() =>
    this.acts.some((act) => act.craft)
      ? "acts"
      : this.presses.some((press) => press.choose || press.hire)
        ? "board"
        : "hand",
  );

  constructor(
    private view: () => View,
    private kit: () => Kit | null,
    private busy: () => boolean,
    private send: (actions: string[]) => void,
    /** Moves attention and keyboard focus to the hand. */
    lead: () => void,
    rule?: (at: string) => void,
  ) {
    const pick = (): void => (this.choose({ hiring: true }), lead());
    this.handlers = { send, cancel: () => this.choose(NOTHING), pick, pay: (card) => this.pay(card), rule };
  }

  private with<T>(fetchJson: (kit: Kit, view: View) => T): T | null {
    const kit = this.kit();
    return kit ? fetchJson(kit, this.view()) : null;
  }

  private choose(next: Partial<Chosen>): void {
    this.selection = { for: this.view(), chosen: { ...this.chosen, ...next } };
  }

  /** A payment that ends the day cannot be undone, so it needs a second press. */
  private pay(card: number): void {
    if (isLastPayment(this.view()) && this.chosen.ending !== card) this.choose({ ending: card });
    else this.send([`pay ${card}`]);
  }

  pressCard(card: number): void {
    const now = ifLegal(this.view(), `library ${card}`);
    if (ifLegal(this.view(), `pay ${card}`)) this.pay(card);
    else if (now) this.send(now);
    else this.choose({ card: this.chosen.card === card ? null : card, doubted: null });
  }

  async pressSpace(space: number): Promise<void> {
    const press = this.presses[space];
    // The hire would spend two cards and place nobody, so it needs a second press.
    if (press?.isEmpty && this.chosen.doubted !== space) return this.choose({ doubted: space });
    if (press?.actions) return this.send(press.actions);
    if (!press?.choose) return;
    if (this.chosen.from === press.choose) this.choose({ from: null, to: null });
    else if (this.chosen.from && this.view().step === "transfer") this.choose({ to: press.choose });
    else this.choose({ from: press.choose });
    // With a single craft there is nothing left to choose.
    await tick();
    const [act, ...others] = this.acts.filter((one) => one.craft);
    if (act && !others.length) act.press?.();
  }

  private pressDigit(number: number): void {
    if (this.digits === "acts") return this.acts.filter((act) => act.craft)[number - 1]?.press?.();
    if (this.digits === "board") return void this.pressSpace(number % 10);
    const card = this.view().hand[number - 1];
    if (card !== undefined && this.uses.get(card)?.live) this.pressCard(card);
  }

  handleKey(event: KeyboardEvent): void {
    if (!isForPage(event) || this.busy() || this.view().legal.length === 0) return;
    const number = digit(event);
    const act = this.acts.find((one) => one.hint?.toLowerCase() === event.key.toLowerCase());
    if (event.key === "Escape") this.choose(NOTHING);
    else if (number !== null) this.pressDigit(number);
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const step = this.chosen.card === null && ifLegal(this.view(), event.key === "ArrowRight" ? "forward" : "back");
      if (step) this.send(step);
    } else if (event.key === "Enter") this.acts.find((one) => one.kind === "pri")?.press?.();
    else if (act?.press) act.press();
    else return;
    event.preventDefault();
  }
}
