// What the shell asks of a game. A game is a folder under `games/` whose `index.ts` gives a `GameModule`;
// the shell knows no game by name and no rule of any.
import type { Component } from "svelte";
import type { LogLine } from "./log";
import type { Beat, Flight } from "./motion.svelte";
import type { KeptSeat } from "./seats";
import type { Sound } from "./sound/sounds";
import type { Table } from "./table.svelte";
import type { Proof } from "./verify/verify";
import type { GameInfo, NewTable } from "./wire";

/** What every view says; `game` tells whose it is, and the game's own type says the rest. */
export interface GameView {
  game: string;
  you: number | null;
  to_act: number | null;
  legal: string[];
  /** Edition and every option in force, where the game tells them. */
  options?: object;
}

/** What every event says. */
export interface GameEvent {
  event: string;
}

/** The events of one action. */
export interface Line<E extends GameEvent = GameEvent> {
  v: number;
  events: E[];
}

export interface Refusal {
  code: string;
  facts: Record<string, unknown>;
  /** The server's own sentence, for what has no other. */
  text: string;
}

export interface Heading {
  title: string;
  /** How far the game is, in words and in figures. */
  long?: string;
  short?: string;
  /** How many cards are held, where the hand itself does not say it. */
  hand?: { count: number; told: string };
  /** The sentence of the rules that this part of the game begins with. */
  rule?: string;
}

/** Keys, with spaces between them, and what they do. */
export type KeyRow = [keys: string, told: string];

/** A turn, a lot or a day: a place on the line of a game that is over. */
export interface Chapter {
  /** The version at which it begins. */
  v: number;
  title: string;
  /** What stands under the line: a drawing, in the colour of its family, or a letter. */
  icon?: string;
  family?: string;
  letter?: string;
  /** Which part of the game it belongs to, where there are several. */
  part?: string;
}

/** A table of one game on the screen: fetched when a table of that game is opened. */
export interface Screen<V extends GameView = GameView, E extends GameEvent = GameEvent> {
  heading(table: Table<V, E>): Heading;
  /** A refusal in words. */
  refused(table: Table<V, E>): string;
  /** The whole log in words, newest last. */
  told(table: Table<V, E>): LogLine[];
  /** What travels when something happened. */
  flights(events: E[], you: number | null): (Flight | Beat)[];
  /** What is heard when something happened. */
  sounds?(events: E[], you: number | null): Sound[];
  /** The table in play and, once there is an outcome, its end. `open`: all there is, of a game that is over. */
  Game: Component<{ table: Table<V, E>; log: LogLine[]; open?: Record<string, unknown> | null }>;
  /** What the eye of this view could know of hidden cards. */
  Known?: Component<{ table: Table<V, E> }>;
  /** The turns, lots or days of a whole game, in order. */
  chapters?(table: Table<V, E>): Chapter[];
  /** The keys of the game; those of every table are added to them. */
  keys(table: Table<V, E>): KeyRow[];
}

/** A table that one press starts. */
export type Plan = Omit<NewTable, "game">;

/** A page of the game's own, besides its tables. */
export interface OwnPage {
  title(): string;
  /** The option whose sets of data are chosen there, if it is for that. */
  sets?: string;
  load(): Promise<{ default: Component }>;
}

/** What a game brings to the page. Its words are in the catalogue under `<game>_…`. */
export interface GameModule {
  /** The level that sits down where nobody chose one. */
  bot?: string;
  /** What the large button of the front page starts, and what is said on it. */
  quick?: { told(): string; plan(info: GameInfo, name: string): Plan };
  /** Its panel on the front page: what it is, and ways to begin at once. */
  Panel?: Component;
  /** The drawings of the chapters of its rules, by their numbers. */
  rulesIcons?: Record<string, string>;
  /** Which drawing stands at the head of a chapter of its rules, and what draws it. */
  rulesDrawings?: { chapters: Record<string, string>; load(): Promise<{ default: Component<{ what: string }> }> };
  /** How it is played, at the foot of the front page. */
  How?: Component;
  /** What a seat held by this browser is called, where the game's title and the others' names do not say it. */
  seatName?(seat: KeptSeat): string | null;
  /** By their paths. */
  pages?: Record<string, OwnPage>;
  /** What its chance demands of a finished game, for whoever wants it proved. */
  proof?(): Promise<Proof>;
  screen(): Promise<Screen>;
}

/** A screen without the types of its game: the shell gives it only tables whose `view.game` is that game. */
export const forShell = <V extends GameView, E extends GameEvent>(screen: Screen<V, E>): Screen =>
  screen as unknown as Screen;
