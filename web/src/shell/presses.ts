// A press is made on what was on the screen when it began. While something is still on its way there, a press
// ends the motion and does nothing else; and the second half of a double press never acts on what the first has brought.
import { isForPage } from "./keys";
import { finish } from "./motion.svelte";

/** What is asked of a table. */
export interface Watched {
  /** Something is on its way to the screen. */
  readonly telling: boolean;
  /** The version on the screen. */
  readonly seen: number;
}

/** Where a press is an action of the game; elsewhere (the log, a name, the bar) it may come at any time. */
const ACTS = "[data-acts]";
/** Keys that look at something or speak to the page. */
const LOOKS = new Set([
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

export class Presses {
  private wasMoving = false;
  private first = 0;

  constructor(private table: Watched) {}

  down = (): void => {
    this.wasMoving = this.table.telling;
    if (this.wasMoving) finish();
  };

  click = (event: MouseEvent): void => {
    if (event.detail < 2) this.first = this.table.seen;
    const isLate = this.wasMoving || (event.detail > 1 && this.first !== this.table.seen);
    this.wasMoving = false;
    if (isLate && (event.target as Element | null)?.closest(ACTS)) stop(event);
  };

  key = (event: KeyboardEvent): void => {
    const isAct = isForPage(event, true) && !LOOKS.has(event.key.length > 1 ? event.key : event.key.toLowerCase());
    if (this.table.telling) finish();
    if (isAct && (this.table.telling || isRepeated(event))) stop(event);
  };
}

/** Held down: that is for counting up and down only. */
const isRepeated = (event: KeyboardEvent): boolean =>
  event.repeat && !["+", "=", "-", "ArrowUp", "ArrowDown"].includes(event.key);

function stop(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
