// What a seat may ask of a table: each message becomes entries for the log, or a refusal that changes nothing.
import { bytes, hex, sha256, unhex } from "../shell/verify/sha256";
import type { ClientMessage } from "../shell/wire";
import type { Entry } from "./log";
import { RefusedError } from "./refusal";
import type { LocalTable } from "./table";

/** A message of a seat that has an answer of its own. */
const idOf = (message: ClientMessage): string | null => ("id" in message ? message.id : null);
const HASH = /^[0-9a-f]{64}$/;
const MAX_LIST = 64;

export const drawSeed = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** The entries that a message makes; none if it was applied before or changes nothing. */
export function receive(table: LocalTable, seat: number, message: ClientMessage): Entry[] {
  const id = idOf(message);
  if (id !== null && table.doneBefore(seat, id) !== undefined) return [];
  if (table.closed) throw new RefusedError("table-closed");
  switch (message.t) {
    case "act":
      return act(table, seat, message.actions ?? [message.action ?? ""], message.v, message.id);
    case "take-back":
      checkVersion(table, message.v);
      if (!table.mayUndo(seat)) throw new RefusedError("nothing-to-take-back");
      return [{ kind: "undone", seat, id: message.id }];
    case "pace":
      return message.pace === table.pace ? [] : [{ kind: "pace", pace: message.pace }];
    case "commit":
      return commit(table, seat, message.round, message.hash);
    case "contribute":
      return contribute(table, seat, message.round, message.contribution);
    case "rematch":
      if (!table.isOver || (message.round ?? table.round.number) !== table.round.number) return [];
      return table.wantsRematch.has(seat) ? [] : [{ kind: "rematch", seat }];
    case "resign":
      // Nobody else plays from another device, so the game ends.
      return [{ kind: "closed", seat, id: message.id }];
    case "leave":
    case "lang":
    case "hello":
      return [];
    default:
      throw new RefusedError("not-local", { asked: message.t });
  }
}

function checkVersion(table: LocalTable, v: number): void {
  if (!table.isStarted) throw new RefusedError("not-started");
  if (v !== table.round.v) throw new RefusedError("stale", { v: table.round.v });
}

/** All of the actions, or none. */
function act(table: LocalTable, seat: number, texts: string[], v: number, id: string): Entry[] {
  const { rules } = table.kit;
  checkVersion(table, v);
  if (table.isOver) throw new RefusedError("table-over");
  if (table.actor !== seat) throw new RefusedError("not-your-turn", { asked: texts[0], to_act: table.actor });
  if (!texts.length || texts.length > MAX_LIST) throw new RefusedError("bad-request", { asked: texts.length });
  let state = table.round.state!;
  for (const text of texts) {
    const code = rules.codeOf(text);
    if (code === null) throw new RefusedError("invalid-action", { asked: text });
    if (rules.actor(state) !== seat || !rules.isLegal(state, code)) {
      // Of a list only the first action is explained: what comes later may depend on a card that the seat has not seen.
      const why = state === table.round.state ? rules.reason(state, code) : null;
      throw new RefusedError("illegal-action", { asked: text, allowed: [], ...(why ? { why } : {}) });
    }
    state = rules.apply(state, code);
  }
  return texts.map((action) => ({ kind: "acted", seat, action, id }));
}

function commit(table: LocalTable, seat: number, number: number, hash: string): Entry[] {
  const round = nextRound(table, number, "commit");
  if (round.hashes[seat] === hash) return [];
  if (round.hashes[seat] || round.isFixed || !HASH.test(hash)) throw new RefusedError("not-now", { asked: "commit" });
  return [{ kind: "committed", seat, round: number, hash }];
}

function contribute(table: LocalTable, seat: number, number: number, contribution: string): Entry[] {
  const round = nextRound(table, number, "contribute");
  if (round.contributions[seat] === contribution) return [];
  const given = unhex(contribution);
  const fits = round.isFixed && given?.length === 32 && hex(sha256(given)) === round.hashes[seat];
  if (!fits || round.contributions[seat]) throw new RefusedError("not-now", { asked: "contribute" });
  return [{ kind: "contributed", seat, round: number, contribution }];
}

function nextRound(table: LocalTable, number: number, asked: string): NonNullable<LocalTable["nextRound"]> {
  const { nextRound: round } = table;
  if (round?.number !== number || (table.isStarted && !table.isOver)) throw new RefusedError("not-now", { asked });
  return round;
}

/** The entries that follow by themselves: the seed of the next round, fixed hashes, the deal. */
export function followUp(table: LocalTable): Entry[] {
  const round = table.nextRound;
  if (table.closed) return [];
  if (!round) return table.isOver ? [{ kind: "sealed", round: table.round.number + 1, seed: drawSeed() }] : [];
  if (table.isStarted && !(table.people.length && table.people.every((seat) => table.wantsRematch.has(seat))))
    return [];
  const isMissing = table.people.some((seat) => !round.hashes[seat]);
  if (!table.isStarted && table.created.contributes && isMissing) return [];
  if (round.unopened.length) return round.isFixed ? [] : [{ kind: "fixed", round: round.number }];
  return [{ kind: "begun", round: round.number, first: round.number === 1 ? null : nextFirst(table) }];
}

/** The first player moves on by one seat, in games where it can be chosen. */
function nextFirst(table: LocalTable): number | null {
  const isChosen = table.kit.game.info.table.some(({ name, kind }) => name === "first" && kind === "seat");
  if (!isChosen) return null;
  return (Number(table.view(null).first) + 1) % table.created.seats.length;
}

/** A new key to a seat. */
export const drawToken = (): string => hex(sha256(bytes(drawSeed()))).slice(0, 40);
