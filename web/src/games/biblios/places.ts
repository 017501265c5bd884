// The public space as it lies on the table. A view lists its cards in card order; on the table a
// card stays where it was laid, and a taken one leaves a gap, so that nothing moves under a finger.

export type Laid = { card: string; key: string } | null;

/** The places after the next view, given the places before it. */
export function settle(before: Laid[], cards: string[], taking: boolean): Laid[] {
  const left = [...cards];
  const kept = before.map((laid) => {
    const at = laid ? left.indexOf(laid.card) : -1;
    if (at < 0) return null;
    left.splice(at, 1);
    return laid;
  });
  // Nothing of the old turn is left: a new one begins.
  const old = kept.some((laid) => laid !== null) ? kept : [];
  const laid = taking ? old : old.filter((one) => one !== null);
  const fresh = left.map((card, index) => ({ card, key: `${card}#${laid.length + index}` }));
  return [...laid, ...fresh];
}
