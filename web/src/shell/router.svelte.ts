// Routing between the front page, tables and the games' own pages. The seat's token arrives only after the # and is
// removed at once, so a displayed, copied or stored URL opens no seat.
import { addressOf, currentAddress } from "./routes";
import { loadSeat } from "./seats";

const key = (table: string): string => `armarium-link-${table}`;
const here = new Map<string, string>(); // the browser stores nothing

export function saveLink(table: string, hash: string): void {
  let token = hash;
  try {
    token = decodeURIComponent(hash);
  } catch {
    // Not valid encoding: the server will answer that it opens nothing.
  }
  here.set(table, token);
  try {
    sessionStorage.setItem(key(table), token);
  } catch {
    // Without storage, it lasts as long as the page is open.
  }
}

export function linkOf(table: string): string | null {
  try {
    return here.get(table) ?? sessionStorage.getItem(key(table));
  } catch {
    return here.get(table) ?? null;
  }
}

export function forgetLink(table: string): void {
  here.delete(table);
  try {
    sessionStorage.removeItem(key(table));
  } catch {
    // Then nothing was stored either.
  }
}

export interface Place {
  path: string;
  /** The query of the URL with which the page was opened. */
  query: string;
  table: string | null;
  token: string | null;
}

function read(): Place {
  const { pathname, search, hash } = currentAddress();
  const path = pathname.replace(/(.)\/$/, "$1");
  const table = /^\/t\/([A-Za-z0-9_-]+)$/.exec(path)?.[1] ?? null;
  if (table && hash.length > 1) {
    saveLink(table, hash.slice(1));
    history.replaceState(history.state, "", addressOf(pathname + search));
  }
  const token = table && (linkOf(table) || loadSeat(table)?.token);
  return { path, query: search, table, token: token || null };
}

export const place = $state<Place>(read());

export function go(path: string): void {
  history.pushState({ from: place.path }, "", addressOf(path));
  Object.assign(place, read());
  window.scrollTo(0, 0);
}

/** Navigates by replacing the current history entry. */
export function replaceWith(path: string): void {
  history.replaceState(history.state, "", addressOf(path));
  Object.assign(place, read());
}

addEventListener("popstate", () => Object.assign(place, read()));
addEventListener("hashchange", () => Object.assign(place, read()));
