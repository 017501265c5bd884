// One screen a game, fetched when a table of that game is opened.
import type { Component } from "svelte";
import type { Table } from "./table.svelte";

export interface Heading {
  title: string;
  /** How far the game is, in words and in figures. */
  long?: string;
  short?: string;
  /** How many cards are held, where the hand itself does not say it. */
  hand?: number;
}

export interface Screen {
  name(): string;
  heading(table: Table): Heading;
  /** A refusal in words. */
  refused(table: Table): string;
  Game: Component<{ table: Table }>;
  Keys: Component<{ open: boolean }, object, "open">;
}

const SHELF: Record<string, () => Promise<{ screen: Screen }>> = {
  biblios: () => import("../games/biblios/screen"),
  bibliogamo: () => import("../games/bibliogamo/screen"),
};

export async function screenOf(game: string): Promise<Screen | null> {
  const found = await SHELF[game]?.();
  return found?.screen ?? null;
}
