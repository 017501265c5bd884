// What is asked of a table beside playing. The id is given when it is sent.
import type { Contribute, HostWish, LeaveWish, Nudge, ResignWish, ReturnWish, StandInWish } from "../wire";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

export type Wish = WithoutId<Nudge | StandInWish | LeaveWish | ReturnWish | ResignWish | HostWish | Contribute>;
export type HostDoes = HostWish["do"];

export const host = (what: HostDoes, seat: number | null = null): Wish => ({ t: "host", do: what, seat });
