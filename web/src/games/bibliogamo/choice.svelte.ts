// What the person has chosen so far, what can be pressed next, and what a press or a key does.
import { tick } from "svelte";
import { digit, isForPage } from "../../shell/keys";
import { actsOf, type Doer } from "./acts";
import { size, type Kit } from "./kit.svelte";
import { crafts, only, payWith } from "./moves";
import { pressesOf, type Chosen } from "./press";
import { useOf } from "./uses";
import type { View, TowerId } from "./view";

const NOTHING: Chosen = { hiring: false, card: null, doubted: null, from: null, to: null };

export class Choice {
  // What is chosen belongs to the view it was chosen in.
  private made = $state.raw<{ for: View | null; chosen: Chosen }>({ for: null, chosen: NOTHING });
  private doer: Doer;

  chosen = $derived.by(() => (this.made.for === this.view() ? this.made.chosen : NOTHING));
  presses = $derived.by(() => (this.busy() ? [] : (this.with((kit, view) => pressesOf(kit, view, this.chosen)) ?? [])));
  acts = $derived.by(() => {
    const acts = this.with((kit, view) => actsOf(kit, view, this.chosen, this.doer)) ?? [];
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
  /** The card that is proposed for paying. */
  suggested = $derived.by(
    () =>
      this.with((kit, view) =>
        view.step === "pay" ? payWith(view, (card) => size(kit.cards.get(card)?.grants ?? {})) : null,
      ) ?? null,
  );
  from = $derived.by(() => this.view().transfer?.from ?? this.chosen.from);
  to = $derived.by(() => this.view().transfer?.to ?? this.chosen.to);
  towers = $derived.by(() => [this.from, this.to].filter((tower): tower is TowerId => tower !== null));
  /** Who may be named to go from the chosen tower. */
  going = $derived.by(() =>
    ["give-back", "transfer"].includes(this.view().step) ? crafts(this.view(), this.from, this.to) : [],
  );
  /** What the digits choose: whatever is asked for now. */
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
    /** Leads the eye and the keys to the hand. */
    lead: () => void,
    rule?: (at: string) => void,
  ) {
    const pick = (): void => (this.choose({ hiring: true }), lead());
    this.doer = { send, cancel: () => this.choose(NOTHING), pick, rule };
  }

  private with<T>(ask: (kit: Kit, view: View) => T): T | null {
    const kit = this.kit();
    return kit ? ask(kit, this.view()) : null;
  }

  private choose(next: Partial<Chosen>): void {
    this.made = { for: this.view(), chosen: { ...this.chosen, ...next } };
  }

  pressCard(card: number): void {
    const now = only(this.view(), `pay ${card}`) ?? only(this.view(), `library ${card}`);
    if (now) this.send(now);
    else this.choose({ card: this.chosen.card === card ? null : card, doubted: null });
  }

  async pressSpace(space: number): Promise<void> {
    const press = this.presses[space];
    // It would spend two cards for nothing: asked once more.
    if (press?.isEmpty && this.chosen.doubted !== space) return this.choose({ doubted: space });
    if (press?.actions) return this.send(press.actions);
    if (!press?.choose) return;
    if (this.chosen.from === press.choose) this.choose({ from: null, to: null });
    else if (this.chosen.from && this.view().step === "transfer") this.choose({ to: press.choose });
    else this.choose({ from: press.choose });
    // One craft only: there is nothing more to ask.
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

  pressed(event: KeyboardEvent): void {
    if (!isForPage(event) || this.busy() || this.view().legal.length === 0) return;
    const number = digit(event);
    const act = this.acts.find((one) => one.hint?.toLowerCase() === event.key.toLowerCase());
    if (event.key === "Escape") this.choose(NOTHING);
    else if (number !== null) this.pressDigit(number);
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const step = this.chosen.card === null && only(this.view(), event.key === "ArrowRight" ? "forward" : "back");
      if (step) this.send(step);
    } else if (event.key === "Enter") this.acts.find((one) => one.kind === "pri")?.press?.();
    else if (act?.press) act.press();
    else return;
    event.preventDefault();
  }
}
