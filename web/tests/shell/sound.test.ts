// Sound errors never reach the player.
import { beforeEach, expect, test, vi } from "vitest";

vi.mock("../../src/shell/sound/voices", () => {
  throw new Error("the server is gone");
});
vi.mock("../../src/shell/settings.svelte", () => ({ settings: { sound: true, volume: 1 } }));

const { play } = await import("../../src/shell/sound/play");

class FakeAudioContext {
  state = "running";
  currentTime = 0;
  destination = {};
  createGain = () => ({ gain: { value: 0 }, connect: () => undefined });
}

beforeEach(() => vi.stubGlobal("AudioContext", FakeAudioContext));

test("an unreachable server at the first sound is not an error", async () => {
  await expect(play(["bell"])).resolves.toBeUndefined();
});
