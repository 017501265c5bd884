// What a press sends. Steps have a `done` between them; whoever presses "Sell" or a tower means the
// steps in between as well, so a press may be a list. Only what the view offers is ever put in one.
import { size } from "./kit.svelte";
import { CRAFTS, type Step, type View, type Craft, type Crew, type HirePreview, type TowerId } from "./view";

/** The steps that lie ahead in this turn, with how often `done` must be said before each. */
function ahead(view: View): Map<Step, number> {
  const steps = new Map<Step, number>([[view.step, 0]]);
  const next = view.previews.next_step;
  if (view.step === "move" && next === "sell") steps.set("sell", 1).set("hire", 2);
  else if ((view.step === "move" || view.step === "sell") && next === "hire") steps.set("hire", 1);
  return steps;
}

const dones = (count: number): string[] => Array<string>(count).fill("done");

export function sell(view: View): string[] | null {
  const before = ahead(view).get("sell");
  if (before === undefined) return null;
  if (before === 0 && !view.legal.includes("sell")) return null;
  return [...dones(before), "sell"];
}

export function hire(view: View, card: number, tower: TowerId): string[] | null {
  const before = ahead(view).get("hire");
  if (before === undefined || !hireOf(view, card, tower)) return null;
  const action = `hire ${card} ${tower}`;
  if (before === 0 && !view.legal.includes(action)) return null;
  return [...dones(before), action];
}

export const hireOf = (view: View, card: number, tower: TowerId): HirePreview | undefined =>
  view.previews.hires[String(card)]?.[tower];

/** Whether a card of the hand may be hired with now, or after steps that can be skipped. */
export const canHire = (view: View, card: number): boolean =>
  view.legal.length > 0 && ahead(view).has("hire") && String(card) in view.previews.hires;

/** To the end of the turn, or to the Grand Library if it is still to be offered. */
export function end(view: View): string[] | null {
  if (!view.legal.includes("done")) return null;
  const before = ahead(view).get("hire");
  return dones(before === undefined ? 1 : before + 1);
}

const SPACES = 7;

/** The shorter way to a space. It stops where a level is lost that the supply cannot pay for. */
export function walk(view: View, space: number, levels: number[]): string[] | null {
  const way = view.previews.reach.find((reach) => reach.space === space);
  if (!way || way.cost === 0 || view.legal.length === 0) return null;
  const right = (space - view.librarian + SPACES) % SPACES;
  let count = way.cost;
  if (way.gives_back > view.supply) {
    const lost = levels.filter((level) => level <= view.florins && view.florins - way.cost < level);
    count = Math.min(count, view.florins - Math.max(...lost) + 1);
  }
  return Array<string>(count).fill(right <= SPACES / 2 ? "forward" : "back");
}

/** One action if it is legal. */
export const only = (view: View, action: string): string[] | null => (view.legal.includes(action) ? [action] : null);

/** The words after a verb, for every legal action with that verb. */
export const asked = (view: View, verb: string): string[][] =>
  view.legal.filter((action) => action.startsWith(`${verb} `)).map((action) => action.split(" ").slice(1));

/** Who may be chosen: crafts of `place`, or of what a chosen tower (or pair of towers) allows. */
export function crafts(view: View, from: TowerId | null, to: TowerId | null): Craft[] {
  if (view.step === "give-back")
    return asked(view, "give-back")
      .filter(([tower]) => tower === from)
      .map((words) => words[1] as Craft);
  if (view.step === "transfer")
    return asked(view, "transfer")
      .filter(([, a, b]) => a === from && b === to)
      .map((words) => words[0] as Craft);
  return asked(view, "place").map(([craft]) => craft as Craft);
}

/** Towers that can be pressed first: to give back from, or to move from. */
export function sources(view: View): TowerId[] {
  const place = view.step === "give-back" ? 0 : 1;
  const verb = view.step === "give-back" ? "give-back" : "transfer";
  return [...new Set(asked(view, verb).map((words) => words[place] as TowerId))];
}

export const targets = (view: View, from: TowerId): TowerId[] => [
  ...new Set(
    asked(view, "transfer")
      .filter((words) => words[1] === from)
      .map((words) => words[2] as TowerId),
  ),
];

/** The card that is missed least: one that is blocked, else the one that would place fewest. */
export function payWith(view: View, grants: (card: number) => number): number | null {
  const cards = asked(view, "pay").map(([card]) => Number(card));
  const worth = (card: number): number => (view.previews.blocked_cards.includes(card) ? 0 : grants(card));
  return [...cards].sort((a, b) => worth(a) - worth(b) || a - b)[0] ?? null;
}

/** Whether an open tower could still be finished by bringing artisans from others, whom the supply need not hold. */
export function mayTransferOut(view: View): boolean {
  const keepsType = view.options.transfer_keeps_type !== false;
  const open = Object.entries(view.previews.lacks) as [TowerId, Crew][];
  return open.some(([tower, lacks]) => {
    const others = open.filter(([other]) => other !== tower).map(([other]) => view.towers[other]);
    const lent = (craft: Craft): number => others.reduce((sum, crew) => sum + (crew[craft] ?? 0), 0);
    const all = CRAFTS.reduce((sum, craft) => sum + lent(craft), 0);
    const missing = keepsType
      ? CRAFTS.reduce((sum, craft) => sum + Math.max(0, (lacks[craft] ?? 0) - lent(craft)), 0)
      : size(lacks) - all;
    return missing <= view.supply;
  });
}

/** What the open towers lack together. */
export const lacking = (view: View): { tower: TowerId; count: number }[] =>
  Object.entries(view.previews.lacks).map(([tower, crew]) => ({ tower: tower as TowerId, count: size(crew) }));
