// Animations. Events are animated one after the other over a view that is already up to date. Nothing waits for an
// animation, and any press ends it.
import { tick } from "svelte";
import { moveDuration } from "./settings.svelte";

/** One move between two zones of the table; `card` is null if only a back is visible. */
export interface Flight {
  from: string;
  to: string;
  card: string | null;
  /** Turns the card over on the way: face to back, or back to face. */
  turns?: boolean;
  /** A number that travels instead of a card, such as a bid. */
  figure?: string;
}

/** A custom animation, played in order with the moves. */
export interface CustomAnimation {
  /** Runs before the new view is shown, to keep the old picture in place. */
  prepare(motion: Motion): void;
  play(motion: Motion): Promise<void>;
  /** Runs at the end: the screen shows the view again. */
  settle(motion: Motion): void;
}

export interface FlyingCard extends Flight {
  id: number;
  source: DOMRect;
  target: DOMRect;
  duration: number;
  landed: () => void;
}

/** The slowest pace, for which durations are written. */
const SLOWEST_MS = 420;

function find(zone: string, card: string | null): HTMLElement | null {
  const homes = document.querySelectorAll<HTMLElement>(`[data-zone~="${CSS.escape(zone)}"]`);
  for (const home of homes) {
    if (home.getClientRects().length === 0) continue;
    const cards = card ? home.querySelectorAll<HTMLElement>(`[data-card="${CSS.escape(card)}"]`) : [];
    return cards[cards.length - 1] ?? home;
  }
  return null;
}

/** The pace of one move: long queues and long lists go faster, very long ones are skipped. */
export function flightDuration(base: number, flights: number, waiting: number): number {
  if (base === 0 || waiting > 5) return 0;
  const crowd = flights > 2 ? 2 / flights : 1;
  return Math.round((base * Math.max(crowd, 0.4)) / (1 + waiting));
}

/** The width of a card that fits into a zone, which may be a line of text. */
export const cardWidth = (place: DOMRect): number => Math.min(place.width, Math.max(place.height / 1.5, 24));

/** The animations at one table. */
export class Motion {
  flyingCards = $state<FlyingCard[]>([]);
  /** The displayed position of something during a custom animation, by name; absent if the view decides it. */
  shown = $state<Record<string, number>>({});
  private count = 0;
  private running: Animation[] = [];
  private isSkipping = false;
  private slowdown = 1;
  private wake: (() => void) | null = null;

  /** A pause between two animations. A press or a waiting step ends it. */
  pause(duration: number): Promise<void> {
    if (this.isSkipping || this.slowdown === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, duration * this.slowdown);
    });
  }

  /** Shows a step: `apply` puts the new view in place, then its cards travel. */
  async show(animations: (Flight | CustomAnimation)[], apply: () => void, waiting: () => number): Promise<void> {
    const base = moveDuration();
    if (base === 0 || document.hidden || animations.length === 0) {
      apply();
      await tick();
      return;
    }
    this.isSkipping = false;
    const flights = animations.filter((one): one is Flight => "from" in one);
    const beats = animations.filter((one): one is CustomAnimation => "play" in one);
    for (const beat of beats) beat.prepare(this);
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
    for (const flight of animations) {
      if ("play" in flight) {
        this.slowdown = waiting() > 5 ? 0 : base / SLOWEST_MS / (1 + waiting());
        await flight.play(this);
        continue;
      }
      const index = flights.indexOf(flight);
      const element = targets[index];
      const source = sources[index] ?? find(flight.from, flight.card)?.getBoundingClientRect();
      const duration = this.isSkipping ? 0 : flightDuration(base, flights.length, waiting());
      if (element && source && duration > 0) {
        await this.fly(flight, source, element.getBoundingClientRect(), duration);
      }
      if (element && hidden.delete(element)) element.classList.remove("arriving");
    }
    for (const target of hidden) target.classList.remove("arriving");
    for (const beat of beats) beat.settle(this);
  }

  private fly(flight: Flight, source: DOMRect, target: DOMRect, duration: number): Promise<void> {
    return new Promise((resolve) => {
      const id = ++this.count;
      const landed = () => {
        this.flyingCards = this.flyingCards.filter((flyer) => flyer.id !== id);
        resolve();
      };
      this.flyingCards.push({ ...flight, id, source, target, duration, landed });
      // An animation error must not stop the game.
      setTimeout(landed, duration + 400);
    });
  }

  /** Called by the travelling element once it is rendered. */
  launch(element: HTMLElement, flyer: FlyingCard): void {
    const { source, target, duration } = flyer;
    const scale = cardWidth(source) / cardWidth(target) || 1;
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
    this.running.push(path);
    const leaf = element.firstElementChild;
    if (flyer.turns && leaf) {
      const half = [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0)" }];
      this.running.push(leaf.animate(half, { duration: duration * 0.8, easing: "ease-in-out", fill: "both" }));
    }
    path.finished.then(flyer.landed, flyer.landed);
    path.finished.finally(() => (this.running = this.running.filter((other) => other !== path))).catch(() => {});
  }

  /** A press or the next action: ends all animations at once. */
  finish(): void {
    this.isSkipping = true;
    this.wake?.();
    for (const animation of this.running) animation.finish();
    this.running = [];
  }

  /** Removes everything that was travelling. */
  clear(): void {
    this.finish();
    this.flyingCards = [];
  }
}
