// Keys are for the page only when nobody is typing, no leaf lies over it, and no button has the
// focus that would take Enter for itself.

/** `anywhere`: a button that has the focus makes no difference. */
export function isForPage(event: KeyboardEvent, anywhere = false): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("dialog[open]")) return false;
  const focused = event.target as HTMLElement | null;
  // Until the next frame the focus stays in a leaf that was closed: what lies there is for nobody any more.
  const target = focused?.closest("dialog:not([open])") ? null : focused;
  if (target?.matches("input, select, textarea")) return false;
  if (anywhere) return true;
  if ((event.key === "Enter" || event.key === " ") && target?.closest("button, a, [role=log]")) return false;
  return true;
}

/** 1 … 9, 0 as ten; null for any other key. */
export function digit(event: KeyboardEvent): number | null {
  const found = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : null);
  return found === null ? null : found === "0" ? 10 : Number(found);
}
