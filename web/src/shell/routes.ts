// The page's URLs: which page a path names, what its query asks for, and the URL of a page.

/** True for a page that was built for a static host: there is no server, and the fragment of the URL names the page. */
export const IS_SITE = import.meta.env.MODE === "site";

/** The address of the folder that the page was built into. */
export const baseAddress = (): string => new URL(import.meta.env.BASE_URL, location.href).href;

/** The address of a page as links and the history need it. */
export const addressOf = (path: string): string => (IS_SITE ? `#${path}` : path);

/** What the address bar says, as on a server. */
export const currentAddress = (): Pick<Location, "pathname" | "search" | "hash"> =>
  IS_SITE ? new URL(location.hash.slice(1) || "/", "http://site") : location;

const NUMBER = /^\d{1,8}$/;
const numberIn = (text: string | null): number | null => (text && NUMBER.test(text) ? Number(text) : null);

function withQuery(path: string, values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${path}?${query.replace(/=(?=&|$)/g, "")}` : path;
}

/** The game whose rules a path names. */
export const rulesAt = (path: string): string | null => /^\/rules\/([a-z0-9-]+)$/.exec(path)?.[1] ?? null;

/** The finished game that a path names; empty for the page that lists games, null for any other path. */
export function replayAt(path: string): string | null {
  const found = /^\/replay(?:\/([A-Za-z0-9_-]+))?$/.exec(path);
  return found ? (found[1] ?? "") : null;
}

/** A seat number, "all" for a spectator's view, or "open" for all cards. */
export type ReplayViewer = string;

/** The start of a replay, as its URL gives it. */
export interface ReplayStart {
  round?: number | null;
  v?: number | null;
  viewer?: ReplayViewer;
  open?: boolean;
}

export function replayStart(search: string): ReplayStart {
  const query = new URLSearchParams(search);
  const viewer = query.get("eye");
  return {
    round: numberIn(query.get("round")),
    v: numberIn(query.get("v")),
    viewer: viewer && /^\d$/.test(viewer) ? viewer : "all",
    open: query.has("open"),
  };
}

interface Moment {
  id: string;
  round: number;
  v?: number;
  viewer: ReplayViewer;
  open?: boolean;
}

export const replayAddress = ({ id, round, v, viewer, open }: Moment): string =>
  withQuery(`/replay/${id}`, {
    round: round === 1 ? null : round,
    v,
    eye: viewer === "all" ? null : viewer,
    open: open ? "" : null,
  });

/** The game whose analysis a path names; null for any other path. */
export const analysisAt = (path: string): string | null => /^\/analysis\/([A-Za-z0-9_-]+)$/.exec(path)?.[1] ?? null;

export interface AnalysisQuery {
  round: string | null;
  /** Null for the reader's own seat. */
  viewer: number | null;
}

export function analysisQuery(search: string): AnalysisQuery {
  const query = new URLSearchParams(search);
  const round = query.get("round");
  return { round: round && NUMBER.test(round) ? round : null, viewer: numberIn(query.get("eye")) };
}

export const analysisAddress = (id: string, round: string | number | null, viewer: number | null): string =>
  withQuery(`/analysis/${id}`, { round, eye: viewer });

/** A moment of an analysed game from that seat's view. */
export const momentAddress = (id: string, round: string | null, viewer: number, v: number): string =>
  withQuery(`/replay/${id}`, { round, v, eye: viewer });

export interface PracticePlace {
  game: string;
  id: string;
}

/** A position; "all" for the page that lists them, null for any other path. */
export function practiceAt(path: string): PracticePlace | "all" | null {
  const found = /^\/practice(?:\/([a-z0-9_-]+)\/([0-9a-f]{10}))?$/.exec(path);
  if (!found) return null;
  return found[1] && found[2] ? { game: found[1], id: found[2] } : "all";
}

export const practiceAddress = (game: string, id: string): string => `/practice/${game}/${id}`;
