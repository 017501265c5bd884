// The librarian on his way: tile by tile, while the view already stands where he will be.
import { pause, type Beat } from "../../shell/motion.svelte";

const TILE = 160;
const SPACES = 7;

export const pawn = $state<{ at: number | null }>({ at: null });

/** Every space he passes, from the first to the last; the way is told by the count of steps. */
export function tiles(from: number, steps: number): number[] {
  const way = steps < 0 ? -1 : 1;
  return Array.from(
    { length: Math.abs(steps) },
    (_, index) => (((from + way * (index + 1)) % SPACES) + SPACES) % SPACES,
  );
}

export function stroll(from: number, steps: number): Beat {
  return {
    prepare: () => void (pawn.at ??= from),
    play: async () => {
      for (const tile of tiles(from, steps)) {
        pawn.at = tile;
        await pause(TILE);
      }
    },
    settle: () => void (pawn.at = null),
  };
}
