// The proof of whole games, as a page saw them; and what was tampered with is refused at the step that it breaks.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { game as bibliogamo } from "../../src/games/bibliogamo";
import { game as biblios } from "../../src/games/biblios";
import type { GameModule } from "../../src/shell/game";
import { commitmentOf } from "../../src/shell/verify/chance";
import { bytes, hex, sha256, unhex } from "../../src/shell/verify/sha256";
import { verify, type Seen, type Step } from "../../src/shell/verify/verify";

type Game = Omit<Seen, "promised" | "own"> & { record: string };
const games: Record<string, Game> = JSON.parse(
  readFileSync(new URL("../../../tests/golden/seen.json", import.meta.url), "utf8"),
);
const modules: Record<string, GameModule> = { biblios, bibliogamo };

/** A record whose hash at the end fits what was put into it. */
function sealed(text: string): string {
  const end = text.lastIndexOf("\nend: ") + 1;
  const [, count] = /^end: (\d+)/.exec(text.slice(end))!;
  return `${text.slice(0, end)}end: ${count} actions, sha256 ${hex(sha256(bytes(text.slice(0, end))))}\n`;
}
const seedOf = (text: string): string => /^seed: (.*)$/m.exec(text)![1]!;
const promise = (text: string): string => /^commitment: (.*)$/m.exec(text)![1]!;

async function run(
  game: Game,
  record = game.record,
  promised: string | null = promise(game.record),
  own: Seen["own"] = null,
): Promise<Step[]> {
  const proof = await modules[game.view.game]!.proof!();
  return verify(record, { ...game, promised, own }, proof);
}
const failed = (steps: Step[]): string | undefined => steps.find(({ ok }) => ok === false)?.name;

describe.each(Object.keys(games))("%s", (name) => {
  const game = games[name]!;
  const isChosen = game.record.includes("\ndeal-draw: ");

  it("holds from its first step to its last", async () => {
    const steps = await run(game);
    expect(failed(steps)).toBeUndefined();
    expect(steps.at(-1)!.name).toBe(isChosen ? "chosen" : game.view.game === "biblios" ? "hands" : "shuffles");
    expect(steps.slice(0, 3).map(({ ok }) => ok)).toEqual([true, true, true]);
  });
  it("is refused with a changed line", async () => {
    expect(failed(await run(game, game.record.replace("seats: ", "seats:  ").replace("\n1 0", "\n1 1")))).toBe("text");
  });
  it("is refused with another seed", async () => {
    const other = sealed(game.record.replace(seedOf(game.record), "ab".repeat(32)));
    expect(failed(await run(game, other))).toBe("commitment");
  });
  it("is refused where seed and commitment were both exchanged", async () => {
    const seed = "ab".repeat(32);
    const both = game.record
      .replace(seedOf(game.record), seed)
      .replace(promise(game.record), commitmentOf(unhex(seed)!));
    expect(failed(await run(game, sealed(both)))).toBe("promised");
    // Whoever was not there cannot see that; the cards show it all the same.
    if (!isChosen) expect(failed(await run(game, sealed(both), null))).toMatch(/first|cards|collection/);
  });
  it("holds what this browser added against the record", async () => {
    const given = /^contributions: (.*)$/m.exec(game.record)?.[1]?.split(" ") ?? [];
    const seat = Math.max(
      0,
      given.findIndex((one) => one !== "-"),
    );
    const stepOf = async (contribution: string): Promise<boolean | null | undefined> =>
      (await run(game, game.record, null, { seat, contribution })).find(({ name: step }) => step === "own")?.ok;
    expect(await stepOf("cd".repeat(32))).toBe(false);
    if (given.length) expect(await stepOf(given[seat]!)).toBe(true);
    expect((await run(game)).find(({ name: step }) => step === "own")?.ok).toBeNull();
  });
  it("says what it cannot know", async () => {
    const steps = await run({ ...game, lines: game.lines.slice(-3) }, game.record, null);
    expect(failed(steps)).toBeUndefined();
    expect(steps.find(({ name: step }) => step === "promised")?.ok).toBeNull();
    expect(steps.at(-1)!.name).toBe(isChosen ? "chosen" : "unseen");
  });
});

/** One event told otherwise: the first that a test picks. */
function told(game: Game, event: string, change: Record<string, unknown>): Game {
  let done = false;
  const lines = game.lines.map((line) => ({
    ...line,
    events: line.events.map((one) => {
      if (done || one.event !== event || !("card" in one)) return one;
      done = true;
      return { ...one, ...change };
    }),
  }));
  expect(done, `${event} happens`).toBe(true);
  return { ...game, lines };
}

it.each([
  ["walk-iello-2", "card-drawn", "cards"],
  ["walk-contributions-3", "card-made-public", "cards"],
  ["walk-contributions-3", "lot-turned-up", "lots"],
  ["walk-open-3", "card-stolen", "stolen"],
  ["walk-iello-4-bluff", "card-lost", "stolen"],
])("in %s another card at %s is refused at the step %s", async (name, event, step) => {
  expect(failed(await run(told(games[name]!, event, { card: "gold-9" })))).toBe(step);
});

it("a card of the one seat that was not due is refused", async () => {
  expect(failed(await run(told(games["bibliogamo-apprentice"]!, "card-turned", { card: 99 })))).toBe("cards");
});

it("bytes of a seat that were changed give other cards", async () => {
  const game = games["walk-contributions-3"]!;
  expect((await run(game)).find(({ name }) => name === "seats")).toEqual({
    name: "seats",
    ok: true,
    facts: { count: 2 },
  });
  const changed = sealed(game.record.replace("contributions: 01", "contributions: 03"));
  expect(failed(await run(game, changed))).toMatch(/first|cards/);
  const short = sealed(game.record.replace("contributions: 01", "contributions: "));
  expect(failed(await run(game, short))).toBe("seats");
});
