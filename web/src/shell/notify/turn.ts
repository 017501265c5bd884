// Notifies a player in another window that it is their turn: by the tab's title and icon, a bell, and a browser
// notification if allowed. The notification names only the game, because others may see the screen.
import { play } from "../sound/play";
import { addressOf } from "../routes";
import { settings } from "../settings.svelte";
import { m } from "../text/text.svelte";

const USUAL = `${import.meta.env.BASE_URL}favicon.svg`;
const CALLING = `${import.meta.env.BASE_URL}favicon-turn.svg`;

/** Whether the browser can show notifications over this connection; they need a secure context. */
export const mayNotify = (): boolean => isSecureContext && "Notification" in window;

/** The browser's permission. */
export const notificationPermission = (): NotificationPermission => (mayNotify() ? Notification.permission : "denied");

/** Asks for permission once; returns false if it is denied. */
export const askToNotify = async (): Promise<boolean> =>
  mayNotify() && (await Notification.requestPermission()) === "granted";

/** The badge on the browser tab, and on the icon of an installed page. */
export function setBadge(calling: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = calling ? CALLING : USUAL;
  if (link && link.getAttribute("href") !== href) link.setAttribute("href", href);
  const shown = calling ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  shown?.catch(() => {}); // only an installed page has a badge
}

async function showNotice(title: string, tag: string, path: string): Promise<void> {
  if (!settings.notices || notificationPermission() !== "granted" || !document.hidden) return;
  const options = {
    body: m.web_notice_text(),
    tag,
    icon: `${import.meta.env.BASE_URL}icons/icon-192.png`,
    data: new URL(addressOf(path), location.href).href,
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => (focus(), shown.close());
}

/** Called when this player's turn starts at a table with other people. */
export function notifyTurn(table: string, title: string): void {
  void play(["bell"]);
  void showNotice(title, `armarium-${table}`, `/t/${table}`).catch(() => {});
}

/** Called when another player asks for attention. */
export const NUDGE = "armarium:nudged";
