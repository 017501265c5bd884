// The front page, a table, and the pages that games have of their own. The seat's token travels after the # only, and does
// not stay there: an address that is shown, copied or kept by the browser opens no seat.
import { keptSeat } from "./seats";
import { linkOf, rememberLink } from "./link";

export interface Place {
  path: string;
  /** What stands after the ? of the address it was opened with. */
  query: string;
  table: string | null;
  token: string | null;
}

function read(): Place {
  const path = location.pathname.replace(/(.)\/$/, "$1");
  const table = /^\/t\/([A-Za-z0-9_-]+)$/.exec(path)?.[1] ?? null;
  if (table && location.hash.length > 1) {
    rememberLink(table, location.hash.slice(1));
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  const token = table && (linkOf(table) || keptSeat(table)?.token);
  return { path, query: location.search, table, token: token || null };
}

export const place = $state<Place>(read());

export function go(path: string): void {
  history.pushState({ from: location.pathname }, "", path);
  Object.assign(place, read());
  window.scrollTo(0, 0);
}

addEventListener("popstate", () => Object.assign(place, read()));
addEventListener("hashchange", () => Object.assign(place, read()));
