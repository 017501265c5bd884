// A moment of a game as an address, and back.
import type { Eye } from "./frames";
import type { Start } from "./past.svelte";

const PATH = /^\/replay(?:\/([A-Za-z0-9_-]+))?$/;

/** The game that a path names; an empty text for the page where one is chosen, null for any other path. */
export function replayAt(path: string): string | null {
  const found = PATH.exec(path);
  return found ? (found[1] ?? "") : null;
}

const number = (text: string | null): number | null => (text && /^\d{1,8}$/.test(text) ? Number(text) : null);

export function startOf(search: string): Start {
  const asked = new URLSearchParams(search);
  const eye = asked.get("eye");
  return {
    round: number(asked.get("round")),
    v: number(asked.get("v")),
    eye: eye && /^\d$/.test(eye) ? eye : "all",
    open: asked.has("open"),
  };
}

interface Moment {
  id: string;
  round: number;
  v?: number;
  eye: Eye;
  open?: boolean;
}

export function addressOf({ id, round, v, eye, open }: Moment): string {
  const said = new URLSearchParams();
  if (round !== 1) said.set("round", String(round));
  if (v !== undefined) said.set("v", String(v));
  if (eye !== "all") said.set("eye", eye);
  if (open) said.set("open", "");
  const query = said.toString().replace(/=(?=&|$)/g, "");
  return `/replay/${id}${query ? `?${query}` : ""}`;
}
