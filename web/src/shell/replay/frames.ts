// The views of a finished game, loaded in chunks on demand and cached. A chunk is one full view and the patches that
// follow. A record from a file is uploaded first, and stored in the tab in case the server drops it.
import { fetchJson, fetchLocal, ApiError } from "../api";
import { HAS_LOCAL, hasServer } from "../local/place.svelte";
import type { ReplayViewer } from "../routes";
import { applyPatch } from "../patch";
import type { Frames as Part, Replay, UploadedRecord } from "../wire";

/** The server's limit. */
export const MAX_BYTES = 1 << 20;

const key = (id: string): string => `armarium-record-${id}`;

export async function uploadRecord(text: string): Promise<UploadedRecord> {
  // Without a server the record is replayed in this browser, which keeps it.
  if (!hasServer() && HAS_LOCAL) return fetchLocal<UploadedRecord>("/api/replays", text);
  const sent = await fetchJson<UploadedRecord>("/api/replays", text);
  try {
    sessionStorage.setItem(key(sent.id), text);
  } catch {
    // Storage is full or disabled: the file can be opened again.
  }
  return sent;
}

/** Uploads a record again that the server has dropped. Returns false if the tab has not stored it either. */
export async function uploadAgain(id: string): Promise<boolean> {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(key(id));
  } catch {
    // Storage is disabled, so nothing was stored.
  }
  return text !== null && (await uploadRecord(text)).id === id;
}

export type SeenView = Record<string, unknown>;

export function expandPart({ view, patches }: Part): SeenView[] {
  const views = [view];
  for (const patch of patches) views.push(applyPatch(views[views.length - 1]!, patch));
  return views;
}

export class FrameCache {
  private parts = new Map<string, Promise<SeenView[]>>();
  private replays = new Map<ReplayViewer, Promise<Replay>>();

  constructor(
    readonly id: string,
    private round: number | null,
  ) {}

  private address(what: string, more: Record<string, string>): string {
    const query = new URLSearchParams(more);
    if (this.round !== null) query.set("round", String(this.round));
    return `/api/replays/${this.id}${what}?${query}`;
  }

  /** Responses are cached, except errors. */
  private cached<T>(cache: Map<string, Promise<T>>, key: string, fetch: () => Promise<T>): Promise<T> {
    const known = cache.get(key);
    if (known) return known;
    const response = fetch();
    cache.set(key, response);
    response.catch(() => cache.delete(key));
    return response;
  }

  /** The whole game from one viewer's perspective. */
  replay(viewer: ReplayViewer): Promise<Replay> {
    const load = (): Promise<Replay> => fetchJson<Replay>(this.address("", { eye: viewer }));
    return this.cached(this.replays, viewer, () =>
      load().catch(async (error: unknown) => {
        // The server has dropped an uploaded record: the tab may still have it.
        if (!(error instanceof ApiError) || error.code !== "no-replay" || !(await uploadAgain(this.id))) throw error;
        return load();
      }),
    );
  }

  /** A viewer's view at a version. The next chunk is prefetched. */
  async at(viewer: ReplayViewer, v: number): Promise<SeenView> {
    const { frames, last } = await this.replay(viewer);
    const part = (number: number): Promise<SeenView[]> =>
      this.cached(this.parts, `${viewer}.${number}`, async () =>
        expandPart(await fetchJson<Part>(this.address("/frames", { eye: viewer, v: String(number * frames) }))),
      );
    const number = Math.floor(v / frames);
    const next = number + 1;
    if (v % frames > frames / 2 && next * frames <= last) part(next).catch(() => {});
    return (await part(number))[v % frames]!;
  }
}
