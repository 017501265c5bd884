// The memory aid: among people the table has agreed on it when it was set; whoever sits alone decides for themselves.
import { settings } from "./settings.svelte";
import type { TableInfo } from "./wire";

/** Seats of people, those still free included. */
export const isShared = (info: TableInfo): boolean => info.seats.filter((seat) => !seat.bot).length > 1;

/** Whether the page may count for its reader what the reader has seen. */
export const recalls = (info: TableInfo): boolean => (isShared(info) ? info.memory !== "none" : settings.memory);
