// Plays a few sounds per step, if enabled. Nothing waits for a sound, and missing audio support is not an error.
// `voices.ts` synthesizes the sounds and is loaded with the first one.
import { settings } from "../settings.svelte";
import type { Sound } from "./voices";

export const SOUNDS: readonly Sound[] = ["gavel", "coin", "page", "die", "bell"];

/** The delay between two sounds of one step, in seconds. */
const GAP_SECONDS = 0.16;
/** The maximum number of sounds per step: more cannot be told apart. */
const MAX_SOUNDS = 3;

let audio: AudioContext | null = null;
let master: GainNode | null = null;
/** When the next sound may start, in audio context time. */
let nextStart = 0;

function openAudio(): AudioContext | null {
  if (audio || typeof AudioContext === "undefined") return audio;
  audio = new AudioContext();
  master = audio.createGain();
  master.connect(audio.destination);
  return audio;
}

/** A repeated sound within a step is played once. */
export const distinctSounds = (sounds: Sound[]): Sound[] => [...new Set(sounds)].slice(0, MAX_SOUNDS);

export async function play(sounds: Sound[]): Promise<void> {
  const wanted = distinctSounds(sounds);
  if (!wanted.length || !settings.sound || settings.volume <= 0) return;
  const here = openAudio();
  if (!here || !master) return;
  // Browsers stay silent until the first user interaction. Sounds before it are dropped, not delayed.
  if (here.state !== "running") await Promise.race([here.resume(), new Promise((done) => setTimeout(done, 200))]);
  if (here.state !== "running") return;
  const voices = await import("./voices").catch(() => null); // the server may be unreachable
  if (!voices) return;
  master.gain.value = settings.volume ** 2; // perceived loudness is not linear
  for (const sound of wanted) {
    const soon = here.currentTime + 0.01;
    // Too many at once: drop the rest, but never the bell that notifies a player.
    if (nextStart > soon + 1 && sound !== "bell") break;
    const at = Math.min(Math.max(soon, nextStart), soon + 1);
    voices.playVoice(sound, here, master, at);
    nextStart = at + GAP_SECONDS;
    // Lets tests and demo pages observe the sounds.
    dispatchEvent(new CustomEvent("armarium-sound", { detail: sound }));
  }
}
