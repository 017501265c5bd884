// The pages of practice as addresses: all positions, or one of them.
const PATH = /^\/practice(?:\/([a-z0-9_-]+)\/([0-9a-f]{10}))?$/;

export interface Place {
  game: string;
  id: string;
}

/** A position; "all" for the page where one is chosen, null for any other path. */
export function practiceAt(path: string): Place | "all" | null {
  const found = PATH.exec(path);
  if (!found) return null;
  return found[1] && found[2] ? { game: found[1], id: found[2] } : "all";
}

export const positionOf = (game: string, id: string): string => `/practice/${game}/${id}`;
