// Where new games are played: at this page's server, or in this browser while no server is ready.
import type { LocalGames } from "../../local/kit";
import { rulesAddress } from "../../local/messages";
import { IS_SITE } from "../routes";
import type { ServerInfo } from "../wire";
import { rulesFolder } from "./browser";

export type GameLocation = "server" | "browser";

declare const __HAS_LOCAL__: boolean;
/** Whether this page was built with compiled rules, so that games can be played in the browser. */
export const HAS_LOCAL = typeof __HAS_LOCAL__ === "boolean" && __HAS_LOCAL__;

let server = $state<"ready" | "starting" | "none">(IS_SITE ? "none" : "ready");

/** Whether a server answers, even one that is not ready. */
export const hasServer = (): boolean => server !== "none";

/** Whether the server is not ready, so that it is asked again. */
export const awaitsServer = (): boolean => !IS_SITE && server !== "ready";

/** Where one press starts a game. */
export const place = (): GameLocation => (HAS_LOCAL && server !== "ready" ? "browser" : "server");

/** Notes what the server last said; null if it did not answer. */
export function noteServer(info: Pick<ServerInfo, "rules"> | null): void {
  server = !info ? "none" : info.rules === "compiling" || info.rules === "loading" ? "starting" : "ready";
}

let known: Promise<ServerInfo> | null = null;

/** A file that was built with the compiled rules. */
export async function fetchRulesFile<T>(file: string): Promise<T> {
  const answer = await fetch(rulesAddress(file, rulesFolder()));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** The games and levels that this browser can play alone. */
export function fetchLocalInfo(): Promise<ServerInfo> {
  known ??= fetchRulesFile<LocalGames>("games.json").then(({ info }) => info);
  known.catch(() => (known = null));
  return known;
}
