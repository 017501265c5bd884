// Verification of whole games as a page saw them. A tampered game fails at the step it breaks.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { game as bibliogamo } from "../../src/games/bibliogamo";
import { game as biblios } from "../../src/games/biblios";
import type { GameModule } from "../../src/shell/game";
import { commitmentOf } from "../../src/shell/verify/chance";
import { bytes, hex, sha256, unhex } from "../../src/shell/verify/sha256";
import { verify, type Seen, type VerificationStep } from "../../src/shell/verify/verify";

type Game = Omit<Seen, "commitment" | "own" | "hashes" | "leftOut"> & { record: string };
const games: Record<string, Game> = JSON.parse(
  readFileSync(new URL("../../../tests/golden/seen.json", import.meta.url), "utf8"),
);
const modules: Record<string, GameModule> = { biblios, bibliogamo };

/** Returns the record with a final hash that matches its content. */
function updateFinalHash(text: string): string {
  const end = text.lastIndexOf("\nend: ") + 1;
  const [, count] = /^end: (\d+)/.exec(text.slice(end))!;
  return `${text.slice(0, end)}end: ${count} actions, sha256 ${hex(sha256(bytes(text.slice(0, end))))}\n`;
}
const readSeed = (text: string): string => /^seed: (.*)$/m.exec(text)![1]!;
const readCommitment = (text: string): string => /^commitment: (.*)$/m.exec(text)![1]!;

async function runVerification(
  game: Game,
  record = game.record,
  commitment: string | null = readCommitment(game.record),
  own: Seen["own"] = null,
  hashes: Seen["hashes"] = null,
  leftOut = "",
): Promise<VerificationStep[]> {
  const proof = await modules[game.view.game]!.proof!();
  return verify(record, { ...game, commitment, own, hashes, leftOut }, proof);
}
const failedStep = (steps: VerificationStep[]): string | undefined => steps.find(({ ok }) => ok === false)?.name;

describe.each(Object.keys(games))("%s", (name) => {
  const game = games[name]!;
  const isChosen = game.record.includes("\ndeal-draw: ");

  it("passes from its first step to its last", async () => {
    // L-1.4, L-4.9: the order of the pile and the discarded cards are part of the proof
    const steps = await runVerification(game);
    expect(failedStep(steps)).toBeUndefined();
    expect(steps.at(-1)!.name).toBe(isChosen ? "chosen" : game.view.game === "biblios" ? "hands" : "shuffles");
    expect(steps.slice(0, 3).map(({ ok }) => ok)).toEqual([true, true, true]);
  });
  it("fails if a line was changed", async () => {
    expect(
      failedStep(await runVerification(game, game.record.replace("seats: ", "seats:  ").replace("\n1 0", "\n1 1"))),
    ).toBe("text");
  });
  it("fails with another seed", async () => {
    const other = updateFinalHash(game.record.replace(readSeed(game.record), "ab".repeat(32)));
    expect(failedStep(await runVerification(game, other))).toBe("commitment");
  });
  it("fails if seed and commitment were both replaced", async () => {
    const seed = "ab".repeat(32);
    const both = game.record
      .replace(readSeed(game.record), seed)
      .replace(readCommitment(game.record), commitmentOf(unhex(seed)!));
    expect(failedStep(await runVerification(game, updateFinalHash(both)))).toBe("promised");
    // A browser without the original commitment cannot notice this, but the cards reveal it.
    if (!isChosen)
      expect(failedStep(await runVerification(game, updateFinalHash(both), null))).toMatch(/first|cards|collection/);
  });
  it("compares this browser's contribution with the record", async () => {
    const given = /^contributions: (.*)$/m.exec(game.record)?.[1]?.split(" ") ?? [];
    const seat = Math.max(
      0,
      given.findIndex((one) => one !== "-"),
    );
    const resultOf = async (contribution: string): Promise<boolean | null | undefined> =>
      (await runVerification(game, game.record, null, { seat, contribution })).find(({ name: step }) => step === "own")
        ?.ok;
    expect(await resultOf("cd".repeat(32))).toBe(false);
    if (given.length) expect(await resultOf(given[seat]!)).toBe(true);
    expect((await runVerification(game)).find(({ name: step }) => step === "own")?.ok).toBeNull();
  });
  it("compares every contribution with its earlier hash", async () => {
    const given = /^contributions: (.*)$/m.exec(game.record)?.[1]?.split(" ") ?? Array<string>(game.seats).fill("-");
    const hashes = given.map((one) => (one === "-" ? null : hex(sha256(unhex(one)!))));
    const resultOf = async (shown: Seen["hashes"]): Promise<boolean | null | undefined> =>
      (await runVerification(game, game.record, null, null, shown)).find(({ name: step }) => step === "hashes")?.ok;
    expect(await resultOf(hashes)).toBe(true);
    expect(await resultOf(null)).toBeNull();
    for (let seat = 0; seat < game.seats; seat++) {
      // A different hash, a contribution that was never announced, or a missing one.
      expect(await resultOf(hashes.with(seat, "cd".repeat(32)))).toBe(false);
      if (hashes[seat]) expect(await resultOf(hashes.with(seat, null))).toBe(false);
    }
  });
  it("reports that the cards were shuffled again, and because of whom", async () => {
    const steps = await runVerification(game, game.record, null, null, null, "Bo");
    expect(steps.find(({ name: step }) => step === "left_out")).toEqual({
      name: "left_out",
      ok: null,
      facts: { names: "Bo" },
    });
    expect((await runVerification(game)).some(({ name: step }) => step === "left_out")).toBe(false);
  });
  it("reports what it cannot know", async () => {
    const steps = await runVerification({ ...game, lines: game.lines.slice(-3) }, game.record, null);
    expect(failedStep(steps)).toBeUndefined();
    expect(steps.find(({ name: step }) => step === "promised")?.ok).toBeNull();
    expect(steps.at(-1)!.name).toBe(isChosen ? "chosen" : "unseen");
  });
});

/** Returns the game with the first event of this kind changed. */
function withChangedEvent(game: Game, event: string, change: Record<string, unknown>): Game {
  let done = false;
  const lines = game.lines.map((line) => ({
    ...line,
    events: line.events.map((one) => {
      if (done || one.event !== event || !("card" in one)) return one;
      done = true;
      return { ...one, ...change };
    }),
  }));
  expect(done, `the game has the event ${event}`).toBe(true);
  return { ...game, lines };
}

it.each([
  ["walk-iello-2", "card-drawn", "cards"],
  ["walk-contributions-3", "card-made-public", "cards"],
  ["walk-contributions-3", "lot-turned-up", "lots"],
  ["walk-open-3", "card-stolen", "stolen"],
  ["walk-iello-4-bluff", "card-lost", "stolen"],
])("in %s another card at %s is refused at the step %s", async (name, event, step) => {
  expect(failedStep(await runVerification(withChangedEvent(games[name]!, event, { card: "gold-9" })))).toBe(step);
});

it("a wrong card in a solo game fails the verification", async () => {
  expect(
    failedStep(await runVerification(withChangedEvent(games["bibliogamo-apprentice"]!, "card-turned", { card: 99 }))),
  ).toBe("cards");
});

it("changed bytes of a seat give different cards", async () => {
  const game = games["walk-contributions-3"]!;
  expect((await runVerification(game)).find(({ name }) => name === "seats")).toEqual({
    name: "seats",
    ok: true,
    facts: { count: 2 },
  });
  const changed = updateFinalHash(game.record.replace("contributions: 01", "contributions: 03"));
  expect(failedStep(await runVerification(game, changed))).toMatch(/first|cards/);
  const short = updateFinalHash(game.record.replace("contributions: 01", "contributions: "));
  expect(failedStep(await runVerification(game, short))).toBe("seats");
});
