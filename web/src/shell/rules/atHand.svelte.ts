// The rules at hand: from whatever says which sentence it is about (`data-about`), held down for a moment, pressed with a
// mouse's second button, or by a key where the focus or the pointer is. So nothing has to be drawn on every card.
import { setContext } from "svelte";
import { isForPage } from "../keys";
import { OPEN_RULE, type OpenRule } from "./played";

/** A finger that stays this long wants to know, not to play. */
const HELD_MS = 500;
/** A finger trembles; one that goes further scrolls. */
const STILL_PX = 10;

/** The sentence of what lies there: of the card itself, of the stack it stands in, or of the card on a button. */
function ruleAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const one = target.closest("[data-about]") ?? target.closest("button")?.querySelector("[data-about]");
  return one?.getAttribute("data-about") ?? null;
}

export class AtHand implements OpenRule {
  leaf = $state.raw<{ open: boolean; at: string | null }>({ open: false, at: null });
  private finger: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  private isHeld = false;

  constructor(
    private ready: () => boolean,
    /** The sentence that this part of the game begins with. */
    private phase: () => string | null,
  ) {
    setContext<OpenRule>(OPEN_RULE, this);
  }

  get isReady(): boolean {
    return this.ready();
  }

  open(at: string | null): void {
    this.leaf = { open: true, at };
  }

  close(): void {
    this.leaf = { ...this.leaf, open: false };
  }

  private openAt(target: EventTarget | null): boolean {
    const rule = this.isReady && !document.querySelector("dialog[open]") ? ruleAt(target) : null;
    if (rule) this.open(rule);
    return !!rule;
  }

  down = (event: PointerEvent): void => {
    this.lift();
    this.isHeld = false;
    if (event.pointerType === "mouse" || !event.isPrimary || !ruleAt(event.target)) return;
    const { clientX: x, clientY: y, target } = event;
    this.finger = { x, y, timer: setTimeout(() => (this.isHeld = this.openAt(target)), HELD_MS) };
  };

  move = ({ clientX, clientY }: PointerEvent): void => {
    if (this.finger && Math.hypot(clientX - this.finger.x, clientY - this.finger.y) > STILL_PX) this.lift();
  };

  lift = (): void => {
    clearTimeout(this.finger?.timer);
    this.finger = null;
  };

  /** What was held is not pressed, too. */
  click = (event: MouseEvent): void => {
    if (this.isHeld) {
      event.stopPropagation();
      event.preventDefault();
    }
    this.isHeld = false;
  };

  /** The second button, the key of that name, and on some telephones a finger. */
  menu = (event: MouseEvent): void => {
    const isFinger = this.finger !== null || this.isHeld;
    this.lift();
    if (!this.isHeld && !this.openAt(event.target)) return;
    this.isHeld = isFinger;
    event.preventDefault();
  };

  key = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== "r" || !isForPage(event)) return;
    const under = [...document.querySelectorAll("[data-about]:hover")].at(-1) ?? null;
    if (!this.openAt(document.activeElement) && !this.openAt(under) && this.phase()) this.open(this.phase());
    event.preventDefault();
  };
}
