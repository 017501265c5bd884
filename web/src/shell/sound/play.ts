// Sounds are heard as they are told: a few of a step, none while nobody wants them. Nothing waits for a sound, and a
// browser that makes none (no press yet, no loudspeaker, an old one, no way to the server) is no mistake.
import { settings } from "../settings.svelte";
import type { Sound } from "./sounds";

/** Between two sounds of one step, in seconds. */
const APART = 0.16;
/** More of a step are not told apart. */
const MOST = 3;

let audio: AudioContext | null = null;
let master: GainNode | null = null;
/** When the next sound may begin, in the time of the sounds. */
let free = 0;

function opened(): AudioContext | null {
  if (audio || typeof AudioContext === "undefined") return audio;
  audio = new AudioContext();
  master = audio.createGain();
  master.connect(audio.destination);
  return audio;
}

/** The same sound twice in a step is heard once. */
export const heard = (sounds: Sound[]): Sound[] => [...new Set(sounds)].slice(0, MOST);

export async function play(sounds: Sound[]): Promise<void> {
  const wanted = heard(sounds);
  if (!wanted.length || !settings.sound || settings.volume <= 0) return;
  const here = opened();
  if (!here || !master) return;
  // Until somebody has pressed something a browser keeps silent; what was to be heard then is not heard later.
  if (here.state !== "running") await Promise.race([here.resume(), new Promise((done) => setTimeout(done, 200))]);
  if (here.state !== "running") return;
  const voices = await import("./voices").catch(() => null); // the server may be gone just now
  if (!voices) return;
  master.gain.value = settings.volume ** 2; // as ears hear it
  for (const sound of wanted) {
    const soon = here.currentTime + 0.01;
    // Too much at once: the rest is let go, but never the bell that calls somebody.
    if (free > soon + 1 && sound !== "bell") break;
    const at = Math.min(Math.max(soon, free), soon + 1);
    voices.sing(sound, here, master, at);
    free = at + APART;
    // For whoever looks on from outside: tests, and pages that show what is heard.
    dispatchEvent(new CustomEvent("armarium-sound", { detail: sound }));
  }
}
