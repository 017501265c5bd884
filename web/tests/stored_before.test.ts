// What a browser stored before the names in the code were changed (commit ea90425) is still read: keys and contents.
import { expect, it } from "vitest";

const STORED: Record<string, unknown> = {
  "armarium-settings": { lang: "fr", theme: "night", colours: "apart", memory: true, volume: 0.3, name: "Ada" },
  "armarium-seats": [
    {
      table: "k3x9",
      token: "abcdefgh-1",
      seat: 1,
      with: ["Bo"],
      when: 5,
      over: true,
      round: 2,
      heard: 3,
      result: "won",
    },
    { table: "m4y1", token: "abcdefgh-2", seat: 0, with: ["Cy"], when: 4, here: [{ seat: 2, token: "abcdefgh-3" }] },
  ],
  "armarium-practice": { "0123456789": { right: false, when: 7 } },
  "armarium-lessons": { k3x9: ["dice", "turn"] },
  "armarium-promises": { "k3x9 1": "c0ffee" },
  "armarium-contributions": { "k3x9 1 0": "ab".repeat(32) },
  "armarium-bibliogamo-best": { standard: { score: 41, table: "s0l0", before: 33 } },
};

it("what was stored before the renames is still read", async () => {
  for (const [key, value] of Object.entries(STORED)) localStorage.setItem(key, JSON.stringify(value));
  const { settings } = await import("../src/shell/settings.svelte");
  const { loadSeat, loadSeats, loadDeviceSeats } = await import("../src/shell/seats");
  const { loadTries } = await import("../src/shell/practice/tries");
  const { loadShownSteps } = await import("../src/shell/lesson/lesson.svelte");
  const { loadCommitment, loadContribution } = await import("../src/shell/verify/commitments");

  expect(settings).toMatchObject({ lang: "fr", theme: "night", colours: "apart", memory: "seen", volume: 0.3 });
  expect(settings).toMatchObject({ name: "Ada", sound: true });
  expect(loadSeats()).toEqual(STORED["armarium-seats"]);
  expect(loadSeat("k3x9")).toMatchObject({ token: "abcdefgh-1", seat: 1, over: true, result: "won" });
  expect(loadDeviceSeats("m4y1", "abcdefgh-3").map(({ seat }) => seat)).toEqual([0, 2]);
  expect(loadTries()).toEqual(STORED["armarium-practice"]);
  expect(loadShownSteps("k3x9")).toEqual(["dice", "turn"]);
  const attempt = { table: "k3x9", round: 1, leftOut: 0 };
  expect(loadCommitment(attempt)).toBe("c0ffee");
  expect(loadContribution(attempt, 0)).toBe("ab".repeat(32));
});

it("the best score of Bibliogamo from before the renames counts", async () => {
  const { bestOf } = await import("../src/games/bibliogamo/solo");
  expect(bestOf("standard")).toBe(41);
});
