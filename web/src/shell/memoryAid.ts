// The memory aid. Among people the table agrees on it beforehand; a solo player decides alone.
import { settings } from "./settings.svelte";
import type { Memory, TableInfo } from "./wire";
import { m, textFor } from "./text/text.svelte";

/** Seats of people, including free ones. */
export const isShared = (info: TableInfo): boolean => info.seats.filter((seat) => !seat.bot).length > 1;

/** The strength of the reader's memory aid. */
export const memoryAidOf = (info: TableInfo): Memory => (isShared(info) ? info.memory : settings.memory);

/** Whether the page may count the cards that the reader has seen. */
export const mayCountCards = (info: TableInfo): boolean => memoryAidOf(info) !== "none";

/** Whether the page may also show probabilities. */
export const mayShowOdds = (info: TableInfo): boolean => memoryAidOf(info) === "odds";

/** The strengths as text, from none upwards. */
export const memoryAidChoices = (): [Memory, string][] => [
  ["none", m.web_memory_none()],
  ["seen", m.web_memory_seen()],
  ["odds", m.web_memory_odds()],
];

/** The explanation of each strength, for the form and for a table's agreement. */
export const explainMemoryAid = (memory: Memory): string => textFor(`web_memory_${memory}_text`);
export const describeAgreement = (memory: Memory): string => textFor(`web_memory_agreed_${memory}`);
