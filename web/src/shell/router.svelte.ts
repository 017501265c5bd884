// The front page, a table, and the pages that games have of their own. The seat's token travels after the # only.
import { keptSeat } from "./seats";

export interface Place {
  path: string;
  table: string | null;
  token: string | null;
}

function read(): Place {
  const path = location.pathname.replace(/(.)\/$/, "$1");
  const table = /^\/t\/([A-Za-z0-9_-]+)$/.exec(path)?.[1] ?? null;
  const token = table && (decodeURIComponent(location.hash.slice(1)) || keptSeat(table)?.token);
  return { path, table, token: token || null };
}

export const place = $state<Place>(read());

export function go(path: string): void {
  history.pushState(null, "", path);
  Object.assign(place, read());
  window.scrollTo(0, 0);
}

addEventListener("popstate", () => Object.assign(place, read()));
addEventListener("hashchange", () => Object.assign(place, read()));
