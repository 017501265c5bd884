/** Whole percents of some counts that add up to a hundred: what was rounded down most is rounded up first. */
export function wholePercents(counts: number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!total) return counts.map(() => 0);
  const exact = counts.map((count) => (100 * count) / total);
  const told = exact.map(Math.floor);
  const left = 100 - told.reduce((sum, share) => sum + share, 0);
  const most = exact.map((share, at) => ({ at, rest: share % 1 })).sort((one, other) => other.rest - one.rest);
  for (const { at } of most.slice(0, left)) told[at] = (told[at] ?? 0) + 1;
  return told;
}
