// The memory aid: among people the table has agreed on it when it was set; whoever sits alone decides for themselves.
import { settings } from "./settings.svelte";
import type { Memory, TableInfo } from "./wire";
import { m, word } from "./words.svelte";

/** Seats of people, those still free included. */
export const isShared = (info: TableInfo): boolean => info.seats.filter((seat) => !seat.bot).length > 1;

/** How much of an aid the reader has. */
export const strength = (info: TableInfo): Memory => (isShared(info) ? info.memory : settings.memory);

/** Whether the page may count for its reader what the reader has seen. */
export const recalls = (info: TableInfo): boolean => strength(info) !== "none";

/** Whether it may also reckon with it. */
export const reckons = (info: TableInfo): boolean => strength(info) === "odds";

/** The strengths, from nothing upwards, in words. */
export const strengths = (): [Memory, string][] => [
  ["none", m.web_memory_none()],
  ["seen", m.web_memory_seen()],
  ["odds", m.web_memory_odds()],
];

/** What each is, for whoever chooses; and what a table has agreed on. */
export const toldOf = (memory: Memory): string => word(`web_memory_${memory}_told`);
export const agreedOn = (memory: Memory): string => word(`web_memory_agreed_${memory}`);
