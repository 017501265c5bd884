// The interface between the shell and a game. A game is a folder under `games/` whose `index.ts` exports a
// `GameModule`. The shell refers to no game by name and knows no rules.
import type { Component } from "svelte";
import type { GameEvent, GameView, LogLine } from "./view";
import type { CustomAnimation, Flight } from "./motion.svelte";
import type { SavedSeat } from "./seats";
import type { Sound } from "./sound/voices";
import type { Table } from "./table.svelte";
import type { Proof } from "./verify/verify";
import type { GameInfo, Memory, NewTable } from "./wire";

export interface Heading {
  title: string;
  /** The progress of the game, as text and as numbers. */
  long?: string;
  short?: string;
  /** The number of cards in hand, if the hand does not show it. */
  hand?: { count: number; label: string };
  /** The rule that opens this part of the game. */
  rule?: string;
}

/** Keys separated by spaces, and what they do. */
export type KeyRow = [keys: string, description: string];

/** A turn, a lot or a day: a mark on the timeline of a finished game. */
export interface Chapter {
  /** The version at which it starts. */
  v: number;
  title: string;
  /** The mark below the timeline: an icon in its family's colour, or a letter. */
  icon?: string;
  family?: string;
  letter?: string;
  /** The part of the game it belongs to, if there are several. */
  part?: string;
}

/** The table screen of one game, loaded when a table of that game is opened. */
export interface Screen<V extends GameView = GameView, E extends GameEvent = GameEvent> {
  heading(table: Table<V, E>): Heading;
  /** Returns an error as text. */
  explainRefusal(table: Table<V, E>): string;
  /** Returns the whole log as text, newest last. */
  buildLog(table: Table<V, E>): LogLine[];
  /** Returns the animations of an event. */
  flights(events: E[], you: number | null): (Flight | CustomAnimation)[];
  /** Returns the sounds of an event. */
  sounds?(events: E[], you: number | null): Sound[];
  /** The table and, once there is an outcome, the result. `open`: all cards of a finished game. */
  Game: Component<{ table: Table<V, E>; log: LogLine[]; open?: Record<string, unknown> | null }>;
  /** What this view's player could know about hidden cards. */
  Knowledge?: Component<{ table: Table<V, E> }>;
  /** The turns, lots or days of a whole game, in order. */
  chapters?(table: Table<V, E>): Chapter[];
  /** The game's keyboard shortcuts, in addition to those of every table. */
  keys(table: Table<V, E>): KeyRow[];
}

/** A table that one press starts. */
export type Plan = Omit<NewTable, "game">;

/** A complete table for the form of a new table: one press sets all of it. */
export interface Preset {
  name: string;
  icon: string;
  title(): string;
  lead(): string;
  /** What it sets up, one line each. */
  points(): string[];
  /** The other seats in order. A bot has this level. */
  seats: ("friend" | "bot")[];
  level: string;
  /** The options that differ from the first edition. */
  options?: Record<string, unknown>;
  memory: Memory;
  clock?: NonNullable<NewTable["clock"]>;
}

/** An extra page of the game. */
export interface GamePage {
  title(): string;
  /** The option whose data sets are chosen on this page, if any. */
  sets?: string;
  load(): Promise<{ default: Component }>;
}

/** What a game provides to the page. Its texts are in the catalogue under `<game>_…`. */
export interface GameModule {
  /** The default bot level. */
  bot?: string;
  /** What the large button of the front page starts, and its label. */
  quick?: { label(): string; plan(info: GameInfo, name: string): Plan };
  /** Ready-made tables. The first one is how the form begins. */
  presets?: Preset[];
  /** The game's panel on the front page: a description and ways to start at once. */
  FrontPanel?: Component;
  /** The drawings for the chapters of its rules, by chapter number. */
  rulesIcons?: Record<string, string>;
  /** The drawing at the top of each rules chapter, and the component that draws it. */
  rulesDrawings?: { chapters: Record<string, string>; load(): Promise<{ default: Component<{ what: string }> }> };
  /** How the game is played, at the foot of the front page. */
  HowToPlay?: Component;
  /** The name of a saved game, if the game's title and the opponents' names are not enough. */
  seatName?(seat: SavedSeat): string | null;
  /** By path. */
  pages?: Record<string, GamePage>;
  /** Verifies the random draws of a finished game. */
  proof?(): Promise<Proof>;
  screen(): Promise<Screen>;
}

/** A screen without its game's types: the shell passes it only tables whose `view.game` is that game. */
export const forShell = <V extends GameView, E extends GameEvent>(screen: Screen<V, E>): Screen =>
  screen as unknown as Screen;
