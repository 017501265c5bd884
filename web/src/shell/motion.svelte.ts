// Things that travel. Motion is told by events, one after the other, over a view that is already
// in place: nothing waits for it, and any press ends it.
import { tick } from "svelte";
import { travel } from "./settings.svelte";

/** One journey between two zones of the table; `card` is null where only a back is seen. */
export interface Flight {
  from: string;
  to: string;
  card: string | null;
  /** A card that turns over on the way: face to back, or back to face. */
  turns?: boolean;
  /** A number that travels instead of a card: a bid. */
  figure?: string;
}

/** Something that moves in its own way, in its turn between the journeys. */
export interface Beat {
  /** Before the new view is in place: keep what is shown where it was. */
  prepare(): void;
  play(): Promise<void>;
  /** All is told: what is shown is the view again. */
  settle(): void;
}

export interface Flyer extends Flight {
  id: number;
  source: DOMRect;
  target: DOMRect;
  duration: number;
  landed: () => void;
}

export const air = $state<{ flyers: Flyer[] }>({ flyers: [] });

/** The calm pace, which the durations of beats are written for. */
const CALM = 420;
let count = 0;
let running: Animation[] = [];
let hurried = false;
let slower = 1;
let wake: (() => void) | null = null;

/** A moment between two movements; a press ends it, and so do steps that wait. */
export function pause(duration: number): Promise<void> {
  if (hurried || slower === 0) return Promise.resolve();
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, duration * slower);
  });
}

function find(zone: string, card: string | null): HTMLElement | null {
  const homes = document.querySelectorAll<HTMLElement>(`[data-zone~="${CSS.escape(zone)}"]`);
  for (const home of homes) {
    if (home.getClientRects().length === 0) continue;
    const cards = card ? home.querySelectorAll<HTMLElement>(`[data-card="${CSS.escape(card)}"]`) : [];
    return cards[cards.length - 1] ?? home;
  }
  return null;
}

/** The pace of one journey: long queues and long lists go faster, very long ones not at all. */
export function journey(base: number, flights: number, waiting: number): number {
  if (base === 0 || waiting > 5) return 0;
  const crowd = flights > 2 ? 2 / flights : 1;
  return Math.round((base * Math.max(crowd, 0.4)) / (1 + waiting));
}

/** Shows a step: `apply` puts the new view in place, then its cards travel. */
export async function show(told: (Flight | Beat)[], apply: () => void, waiting: () => number): Promise<void> {
  const base = travel();
  if (base === 0 || document.hidden || told.length === 0) {
    apply();
    await tick();
    return;
  }
  hurried = false;
  const flights = told.filter((one): one is Flight => "from" in one);
  const beats = told.filter((one): one is Beat => "play" in one);
  for (const beat of beats) beat.prepare();
  const sources = flights.map(({ from, card }) => find(from, card)?.getBoundingClientRect() ?? null);
  apply();
  await tick();
  const targets = flights.map(({ to, card, figure }) => find(to, figure ? null : card));
  const hidden = new Set<HTMLElement>();
  flights.forEach(({ card, figure }, index) => {
    const target = targets[index];
    if (!figure && target && (target.dataset.card === card || target.dataset.back !== undefined)) hidden.add(target);
  });
  for (const target of hidden) target.classList.add("arriving");
  for (const flight of told) {
    if ("play" in flight) {
      slower = waiting() > 5 ? 0 : base / CALM / (1 + waiting());
      await flight.play();
      continue;
    }
    const index = flights.indexOf(flight);
    const element = targets[index];
    const source = sources[index] ?? find(flight.from, flight.card)?.getBoundingClientRect();
    const duration = hurried ? 0 : journey(base, flights.length, waiting());
    if (element && source && duration > 0) {
      await fly(flight, source, element.getBoundingClientRect(), duration);
    }
    if (element && hidden.delete(element)) element.classList.remove("arriving");
  }
  for (const target of hidden) target.classList.remove("arriving");
  for (const beat of beats) beat.settle();
}

function fly(flight: Flight, source: DOMRect, target: DOMRect, duration: number): Promise<void> {
  return new Promise((resolve) => {
    const id = ++count;
    const landed = () => {
      air.flyers = air.flyers.filter((flyer) => flyer.id !== id);
      resolve();
    };
    air.flyers.push({ ...flight, id, source, target, duration, landed });
    // Whatever goes wrong with the drawing, the story goes on.
    setTimeout(landed, duration + 400);
  });
}

/** How wide a card is that fits into a place, which may be a row of text. */
export const leafWidth = (place: DOMRect): number => Math.min(place.width, Math.max(place.height / 1.5, 24));

/** Called by the flying thing itself once it is drawn. */
export function launch(element: HTMLElement, flyer: Flyer): void {
  const { source, target, duration } = flyer;
  const scale = leafWidth(source) / leafWidth(target) || 1;
  const dx = source.left + source.width / 2 - target.left - target.width / 2;
  const dy = source.top + source.height / 2 - target.top - target.height / 2;
  const path = element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
      { transform: "translate(0, -3px) scale(1.02)", offset: 0.88 },
      { transform: "translate(0, 0) scale(1)" },
    ],
    { duration, easing: "cubic-bezier(.45,.05,.2,1)", fill: "both" },
  );
  running.push(path);
  const leaf = element.firstElementChild;
  if (flyer.turns && leaf) {
    const half = [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0)" }];
    running.push(leaf.animate(half, { duration: duration * 0.8, easing: "ease-in-out", fill: "both" }));
  }
  path.finished.then(flyer.landed, flyer.landed);
  path.finished.finally(() => (running = running.filter((other) => other !== path))).catch(() => {});
}

/** A press, or the next action: what is in the air lands at once. */
export function finish(): void {
  hurried = true;
  wake?.();
  for (const animation of running) animation.finish();
  running = [];
}

/** Nothing of what flew stays on the screen. */
export function clear(): void {
  finish();
  air.flyers = [];
}
