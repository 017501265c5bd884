// The views of a game that is over, fetched in parts as they are needed and kept: a part is one whole view and the
// patches that lead on from it.
import { ask, Refused } from "../api";
import { patched } from "../patch";
import type { Frames as Part, Replay } from "../wire";
import { sendAgain } from "./files";

/** A seat by its number, what everybody saw, or everything. */
export type Eye = string;
export type Seen = Record<string, unknown>;

export function unfolded({ view, patches }: Part): Seen[] {
  const views = [view];
  for (const patch of patches) views.push(patched(views[views.length - 1]!, patch));
  return views;
}

export class Frames {
  private parts = new Map<string, Promise<Seen[]>>();
  private stories = new Map<Eye, Promise<Replay>>();

  constructor(
    readonly id: string,
    private round: number | null,
  ) {}

  private address(what: string, more: Record<string, string>): string {
    const asked = new URLSearchParams(more);
    if (this.round !== null) asked.set("round", String(this.round));
    return `/api/replays/${this.id}${what}?${asked}`;
  }

  /** What is asked once is kept, unless it could not be had. */
  private once<T>(kept: Map<string, Promise<T>>, key: string, fetch: () => Promise<T>): Promise<T> {
    const known = kept.get(key);
    if (known) return known;
    const asked = fetch();
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    return asked;
  }

  /** The whole game as an eye was told it. */
  story(eye: Eye): Promise<Replay> {
    const asked = (): Promise<Replay> => ask<Replay>(this.address("", { eye }));
    return this.once(this.stories, eye, () =>
      asked().catch(async (error: unknown) => {
        // A record that was sent and has been forgotten since: the tab may still have it.
        if (!(error instanceof Refused) || error.code !== "no-replay" || !(await sendAgain(this.id))) throw error;
        return asked();
      }),
    );
  }

  /** What an eye saw at a version; the part after it is fetched before anybody comes there. */
  async at(eye: Eye, v: number): Promise<Seen> {
    const { frames, last } = await this.story(eye);
    const part = (number: number): Promise<Seen[]> =>
      this.once(this.parts, `${eye}.${number}`, async () =>
        unfolded(await ask<Part>(this.address("/frames", { eye, v: String(number * frames) }))),
      );
    const number = Math.floor(v / frames);
    const next = number + 1;
    if (v % frames > frames / 2 && next * frames <= last) part(next).catch(() => {});
    return (await part(number))[v % frames]!;
  }
}
