// Keeps the keyboard focus off the document body. If the focused control disappears or is disabled, the focus moves to
// the table's actions (`data-home`), or else to the main element.

/** Best candidate first; the last one always exists. */
const HOMES = ["[data-home]", "main", "#content"];

function focusTarget(): HTMLElement | null {
  const dialog = document.querySelector("dialog[open]");
  if (dialog) return dialog.querySelector<HTMLElement>("button:enabled");
  const candidates = HOMES.flatMap((name) => [...document.querySelectorAll<HTMLElement>(name)]);
  return candidates.find((one) => one.checkVisibility()) ?? null;
}

/** `scrolls`: for a reader who asked to go there. */
export function focusActions(scrolls = false): void {
  const one = focusTarget();
  if (!one || one === document.activeElement) return;
  if (one.tabIndex < 0) one.setAttribute("tabindex", "-1");
  one.focus({ preventScroll: !scrolls });
}

/** True if nothing usable has the focus. */
export function isLost(focused: Element | null): boolean {
  if (!focused || focused === document.body || focused === document.documentElement) return true;
  if (focused.matches(":disabled")) return true;
  return focused.id === "content" && focusTarget() !== focused;
}

/**
 * Watches the page and returns a function that stops it. Does nothing until the reader first interacts with the page.
 */
export function keepFocus(): () => void {
  let isTouched = false;
  let isDue = false;
  const touch = (): void => void (isTouched = true);
  const check = (): void => {
    if (isTouched && isLost(document.activeElement)) focusActions();
  };
  const watch = new MutationObserver(() => {
    check();
    if (isDue) return;
    isDue = true;
    // An element hidden by a style sheet loses the focus only after the next frame.
    requestAnimationFrame(() => setTimeout(() => ((isDue = false), check())));
  });
  watch.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled", "hidden", "open", "class"],
  });
  addEventListener("focusin", touch);
  addEventListener("keydown", touch);
  return () => {
    watch.disconnect();
    removeEventListener("focusin", touch);
    removeEventListener("keydown", touch);
  };
}

/**
 * Where Enter has a meaning of its own, a click must not leave the focus on the clicked control, or Enter would press
 * it again. Runs in the capture phase, so that a dialog opened by the click returns the focus here. Clicks from the
 * keyboard and from assistive software have no click count.
 */
export function releaseFocus(event: MouseEvent): void {
  const target = event.target as Element | null;
  if (event.detail === 0 || !target || target.closest("dialog, form, .talk, textarea, select")) return;
  if (isLost(document.activeElement) || document.activeElement?.contains(target)) focusActions();
}
