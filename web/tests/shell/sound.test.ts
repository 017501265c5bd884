// Sounds are a nicety: whatever goes wrong with them goes wrong in silence.
import { beforeEach, expect, test, vi } from "vitest";

vi.mock("../../src/shell/sound/voices", () => {
  throw new Error("the server is gone");
});
vi.mock("../../src/shell/settings.svelte", () => ({ settings: { sound: true, volume: 1 } }));

const { play } = await import("../../src/shell/sound/play");

class Loudspeaker {
  state = "running";
  currentTime = 0;
  destination = {};
  createGain = () => ({ gain: { value: 0 }, connect: () => undefined });
}

beforeEach(() => vi.stubGlobal("AudioContext", Loudspeaker));

test("a server that is gone when the first sound is to be heard is no mistake", async () => {
  await expect(play(["bell"])).resolves.toBeUndefined();
});
