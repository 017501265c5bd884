// The page of a game's analysis as an address, and the moments of the replay that it leads to.
const PATH = /^\/analysis\/([A-Za-z0-9_-]+)$/;

/** The game that a path names; null for any other path. */
export const analysisAt = (path: string): string | null => PATH.exec(path)?.[1] ?? null;

export interface Asked {
  round: string | null;
  eye: number;
}

const DIGITS = /^\d{1,8}$/;

export function askedIn(search: string): Asked {
  const said = new URLSearchParams(search);
  const [round, eye] = [said.get("round"), said.get("eye")];
  return { round: round && DIGITS.test(round) ? round : null, eye: eye && DIGITS.test(eye) ? Number(eye) : 0 };
}

const query = (said: Record<string, string | number | null>): string => {
  const known = Object.entries(said).filter(([, value]) => value !== null);
  return known.length ? `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}` : "";
};

export const analysisOf = (id: string, round: string | number | null, eye: number | null): string =>
  `/analysis/${id}${query({ round, eye })}`;

/** A moment of the game as that seat saw it. */
export const momentOf = (id: string, round: string | null, eye: number, v: number): string =>
  `/replay/${id}${query({ round, v, eye })}`;
