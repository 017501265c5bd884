// Keyboard and pointer input at a table. Keys work only if nobody is typing, no dialog is open, and no focused button
// would take Enter. A press acts on what the screen showed when it started. During an animation it only ends the
// animation, and the second half of a double press never acts on what the first one revealed.
import { settings } from "./settings.svelte";

/** `anywhere`: also if a button has the focus. */
export function isForPage(event: KeyboardEvent, anywhere = false): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("dialog[open]")) return false;
  if (!isKeyEnabled(digit(event) === null ? event.key : "1")) return false;
  const focused = event.target as HTMLElement | null;
  // Until the next frame the focus may stay inside a closed dialog: ignore it there.
  const target = focused?.closest("dialog:not([open])") ? null : focused;
  if (target?.matches("input[type=radio], input[type=checkbox]")) {
    if (event.key === " " || event.key.startsWith("Arrow")) return false;
  } else if (target?.matches("input, select, textarea")) return false;
  if (anywhere) return true;
  if ((event.key === "Enter" || event.key === " ") && target?.closest("button, a, [role=log]")) return false;
  return true;
}

/** Whether a key is active: letters, digits and symbols can be switched off in the settings, other keys cannot. */
export function isKeyEnabled(key: string): boolean {
  if (settings.shortcuts === "all" || !/^[\p{L}\p{N}\p{P}+=−<>|~^`$]$/u.test(key)) return true;
  return settings.shortcuts === "digits" && !/\p{L}/u.test(key);
}

/** 1 … 9, with 0 as ten; null for any other key. */
export function digit(event: KeyboardEvent): number | null {
  const found = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : null);
  return found === null ? null : found === "0" ? 10 : Number(found);
}

/** The part of a table that input handling needs. */
export interface PressedTable {
  /** True while an update is still being animated. */
  readonly isAnimating: boolean;
  /** The version on the screen. */
  readonly shownVersion: number;
  readonly motion: { finish(): void };
}

/** The areas where a press is a game action. Elsewhere (the log, a name, the bar) a press is always accepted. */
const ACTION_AREAS = "[data-acts]";
/** Keys that show something or control the page. */
const PASSIVE_KEYS = new Set([
  "Tab",
  "Shift",
  "Escape",
  "?",
  "c",
  "l",
  "f",
  "g",
  "m",
  "o",
  "r",
  "t",
  "u",
  "w",
  "PageUp",
  "PageDown",
  "Home",
  "End",
]);

export class PressGuard {
  private wasMoving = false;
  private first = 0;

  constructor(private table: PressedTable) {}

  down = (): void => {
    this.wasMoving = this.table.isAnimating;
    if (this.wasMoving) this.table.motion.finish();
  };

  click = (event: MouseEvent): void => {
    if (event.detail < 2) this.first = this.table.shownVersion;
    const isLate = this.wasMoving || (event.detail > 1 && this.first !== this.table.shownVersion);
    this.wasMoving = false;
    if (isLate && (event.target as Element | null)?.closest(ACTION_AREAS)) stop(event);
  };

  key = (event: KeyboardEvent): void => {
    const isAct =
      isForPage(event, true) && !PASSIVE_KEYS.has(event.key.length > 1 ? event.key : event.key.toLowerCase());
    if (this.table.isAnimating) this.table.motion.finish();
    if (isAct && (this.table.isAnimating || isRepeated(event))) stop(event);
  };
}

/** Key repeat is only for counting up and down. */
const isRepeated = (event: KeyboardEvent): boolean =>
  event.repeat && !["+", "=", "-", "ArrowUp", "ArrowDown"].includes(event.key);

function stop(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
