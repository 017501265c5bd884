// Three kinds of pages: the front page, a table, and the components of the city. The seat's token travels after the # only.
import { keptSeat } from "./seats";

export interface Place {
  table: string | null;
  token: string | null;
  page: "front" | "table" | "components";
}

function read(): Place {
  const table = /^\/t\/([A-Za-z0-9_-]+)\/?$/.exec(location.pathname)?.[1] ?? null;
  if (!table) return { table: null, token: null, page: location.pathname === "/components" ? "components" : "front" };
  const token = decodeURIComponent(location.hash.slice(1));
  return { table, token: token || (keptSeat(table)?.token ?? null), page: "table" };
}

export const place = $state<Place>(read());

export function go(path: string): void {
  history.pushState(null, "", path);
  Object.assign(place, read());
  window.scrollTo(0, 0);
}

addEventListener("popstate", () => Object.assign(place, read()));
addEventListener("hashchange", () => Object.assign(place, read()));
