// Your turn, told to somebody who looks elsewhere: by the leaf's title and mark, by a bell, and by the browser itself where
// it may. What is said there names the game and nothing else: others may see the screen.
import { play } from "../sound/play";
import { settings } from "../settings.svelte";
import { m } from "../words.svelte";

const USUAL = "/favicon.svg";
const CALLING = "/favicon-turn.svg";

/** Whether this browser, over this connection, can show notices at all: only where nobody between can read the page. */
export const mayNotify = (): boolean => isSecureContext && "Notification" in window;

/** What the browser's own question was answered with. */
export const answered = (): NotificationPermission => (mayNotify() ? Notification.permission : "denied");

/** Asks once; false where the answer was no. */
export const askToNotify = async (): Promise<boolean> =>
  mayNotify() && (await Notification.requestPermission()) === "granted";

/** The mark on the leaf of the browser, and on the icon of an installed page. */
export function mark(calling: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = calling ? CALLING : USUAL;
  if (link && link.getAttribute("href") !== href) link.setAttribute("href", href);
  const shown = calling ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  shown?.catch(() => {}); // a page that is not installed has none
}

async function notice(title: string, tag: string, path: string): Promise<void> {
  if (!settings.notices || answered() !== "granted" || !document.hidden) return;
  const told = { body: m.web_notice_told(), tag, icon: "/icons/icon-192.png", data: path };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, told);
  const shown = new Notification(title, told);
  shown.onclick = () => (focus(), shown.close());
}

/** It has become this person's turn at a table with others. */
export function call(table: string, title: string): void {
  void play(["bell"]);
  void notice(title, `armarium-${table}`, `/t/${table}`).catch(() => {});
}

/** Somebody at the table asks for attention. */
export const NUDGE = "armarium:nudged";
