// The payment in mind, while one is owed: the server's cheapest one until a card is pressed.
import { keyed, ofFamily, read, SHELF, type Family } from "./cards";
import { preselect } from "./payment";
import type { View } from "./view";

/** A tray holds so many coins; a heavier purse is picked from the shelf, where equal coins stand together. */
const TRAY = 8;

export class PaymentInMind {
  private changed = $state.raw<{ for: View; chosen: Set<string> } | null>(null);

  constructor(private readonly view: () => View) {}

  private paying = $derived.by(() => this.view().step === "pay" && this.view().to_act === this.view().you);
  /** A gold card is paid with cards of any kind. */
  private anyCard = $derived.by(() => {
    const { lot } = this.view();
    return this.paying && !!lot && read(lot).family === "gold";
  });
  private suggested = $derived.by(() =>
    this.paying ? preselect(keyed(this.view().hand), this.view().payment) : new Set<string>(),
  );
  private heavy = $derived.by(() => this.paying && !this.anyCard && ofFamily(this.view().hand, "gold").length > TRAY);

  chosen = $derived.by(() => (this.changed?.for === this.view() ? this.changed.chosen : this.suggested));
  /** The families that are picked on the shelf; none where the coins lie on the tray. */
  shelf = $derived.by<Family[]>(() => (this.anyCard ? SHELF : this.heavy ? ["gold"] : []));
  /** The family that lies on the tray, and so not on the shelf. */
  onTray = $derived.by<Family | null>(() => (this.paying && !this.shelf.length ? "gold" : null));

  toggle = (key: string): void => {
    const next = new Set(this.chosen);
    if (!next.delete(key)) next.add(key);
    this.changed = { for: this.view(), chosen: next };
  };
  clear = (): void => void (this.changed = { for: this.view(), chosen: new Set() });
}
