// Opens the rule of any element marked with `data-about`: by a long press, a right-click, or a key while it is focused
// or hovered. So cards need no visible rule button.
import { setContext } from "svelte";
import { isForPage } from "../keys";
import { OPEN_RULE, type OpenRule } from "./tableRules";

/** The duration of a long press. */
const HELD_MS = 500;
/** A finger trembles; a longer movement is a scroll. */
const STILL_PX = 10;

/** The rule of the element there: of the card, of its stack, or of the card on a button. */
function ruleAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const one = target.closest("[data-about]") ?? target.closest("button")?.querySelector("[data-about]");
  return one?.getAttribute("data-about") ?? null;
}

export class RuleOpener implements OpenRule {
  dialog = $state.raw<{ open: boolean; at: string | null }>({ open: false, at: null });
  private finger: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  private isHeld = false;

  constructor(
    private ready: () => boolean,
    /** The rule that opens this part of the game. */
    private phase: () => string | null,
  ) {
    setContext<OpenRule>(OPEN_RULE, this);
  }

  get isReady(): boolean {
    return this.ready();
  }

  open(at: string | null): void {
    this.dialog = { open: true, at };
  }

  close(): void {
    this.dialog = { ...this.dialog, open: false };
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

  /** A long press is not also a click. */
  click = (event: MouseEvent): void => {
    if (this.isHeld) {
      event.stopPropagation();
      event.preventDefault();
    }
    this.isHeld = false;
  };

  /** The right button, the menu key, and on some phones a long press. */
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
