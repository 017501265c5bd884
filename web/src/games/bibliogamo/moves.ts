// Converts presses to actions. Steps are separated by `done`. Pressing "Sell" or a tower also skips the steps in
// between, so one press may send a list of actions. The list contains only legal actions.
import { size } from "./kit.svelte";
import { CRAFTS, type Step, type View, type Craft, type Crew, type HirePreview, type TowerId } from "./view";

/** The steps ahead in this turn, with the number of `done` actions before each. */
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

/** Whether a card in hand can be used to hire now, or after skipping optional steps. */
export const canHire = (view: View, card: number): boolean =>
  view.legal.length > 0 && ahead(view).has("hire") && String(card) in view.previews.hires;

/** The actions up to the end of the turn, or up to the Grand Library if it can still be offered. */
export function end(view: View): string[] | null {
  if (!view.legal.includes("done")) return null;
  const before = ahead(view).get("hire");
  return dones(before === undefined ? 1 : before + 1);
}

const SPACES = 7;

/** The shorter way to a space. It stops where a florin level is lost that the supply cannot pay for. */
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

/** The action in a list, or an empty list if it is not legal. */
export const ifLegal = (view: View, action: string): string[] | null => (view.legal.includes(action) ? [action] : null);

/** The arguments of every legal action with this verb. */
export const legalArguments = (view: View, verb: string): string[][] =>
  view.legal.filter((action) => action.startsWith(`${verb} `)).map((action) => action.split(" ").slice(1));

/** The crafts that can be chosen: for `place`, or for what the selected tower or pair of towers allows. */
export function crafts(view: View, from: TowerId | null, to: TowerId | null): Craft[] {
  if (view.step === "give-back")
    return legalArguments(view, "give-back")
      .filter(([tower]) => tower === from)
      .map((words) => words[1] as Craft);
  if (view.step === "transfer")
    return legalArguments(view, "transfer")
      .filter(([, a, b]) => a === from && b === to)
      .map((words) => words[0] as Craft);
  return legalArguments(view, "place").map(([craft]) => craft as Craft);
}

/** The towers that can be selected first, to return artisans from or to move them from. */
export function sources(view: View): TowerId[] {
  const place = view.step === "give-back" ? 0 : 1;
  const verb = view.step === "give-back" ? "give-back" : "transfer";
  return [...new Set(legalArguments(view, verb).map((words) => words[place] as TowerId))];
}

export const targets = (view: View, from: TowerId): TowerId[] => [
  ...new Set(
    legalArguments(view, "transfer")
      .filter((words) => words[1] === from)
      .map((words) => words[2] as TowerId),
  ),
];

const MOST_HIRES = 2;

/** Whether a payment is the last decision about hires today. The rest of the day then follows automatically (L-1.8). */
export const isLastPayment = (view: View): boolean => view.step === "pay" && view.hires === MOST_HIRES;

/** The least useful card: a blocked one, or else the one that would place the fewest artisans. */
export function payWith(view: View, grants: (card: number) => number): number | null {
  const cards = legalArguments(view, "pay").map(([card]) => Number(card));
  const worth = (card: number): number => (view.previews.blocked_cards.includes(card) ? 0 : grants(card));
  return [...cards].sort((a, b) => worth(a) - worth(b) || a - b)[0] ?? null;
}

/** Whether an open tower could still be finished by moving artisans from other towers, even if the supply has none. */
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

/** The artisans that all open towers need together. */
export const lacking = (view: View): { tower: TowerId; count: number }[] =>
  Object.entries(view.previews.lacks).map(([tower, crew]) => ({ tower: tower as TowerId, count: size(crew) }));
