// Which sounds there are. How they are made is in `voices.ts`, which is fetched when the first of them is heard.

/** A hammer falls, coins are put down, a leaf is turned, a die rolls; a bell calls whoever is waited for. */
export type Sound = "gavel" | "coin" | "page" | "die" | "bell";

export const SOUNDS: readonly Sound[] = ["gavel", "coin", "page", "die", "bell"];
