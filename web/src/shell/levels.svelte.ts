// The bots of each game from the weakest to the strongest, as the server lists them, and which are not ready yet.
import type { GameInfo, ServerInfo } from "./wire";

type Started = Pick<ServerInfo, "games" | "rules" | "progress">;

let server = $state.raw<Started>({ games: {}, rules: "compiled", progress: 0 });

export function rememberLevels({ games, rules, progress }: Started): void {
  server = { games, rules, progress };
}

/** Whether the server's list has arrived. */
export const hasLevels = (): boolean => Object.keys(server.games).length > 0;

/** How far the server has started. */
export const serverRules = (): Pick<Started, "rules" | "progress"> => server;

/** The number of a level, 1 for the weakest; 0 if the list has not arrived or the game has only one bot. */
export function levelNumber(game: string, bot: string): number {
  const known = server.games[game]?.bots ?? [];
  return known.length > 1 ? known.indexOf(bot) + 1 : 0;
}

/** The levels of a game that can be chosen now, weakest first. */
export const levelsOf = (game: string): string[] =>
  (server.games[game]?.bots ?? []).filter((bot) => isReady(game, bot));

/** Whether a level can be chosen now. */
export const isReady = (game: string, bot: string): boolean => !server.games[game]?.not_ready.includes(bot);

/** The preferred level if it can be chosen, or else the first that can; empty if there is none. */
export function chooseLevel({ bots, not_ready }: Pick<GameInfo, "bots" | "not_ready">, preferred: string): string {
  const ready = bots.filter((bot) => !not_ready.includes(bot));
  return ready.includes(preferred) ? preferred : (ready[0] ?? "");
}
