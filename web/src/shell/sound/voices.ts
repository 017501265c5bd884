// Synthesizes the sounds from noise and sine waves, each with its own decay. There are no recordings.

/** A hammer falls, coins are put down, a leaf is turned, a die rolls; a bell announces the reader's turn. */
export type Sound = "gavel" | "coin" | "page" | "die" | "bell";

/** Where a sound is played, and when it starts. */
interface StereoPlace {
  audio: BaseAudioContext;
  out: AudioNode;
  at: number;
}

/** The duration after which a sound has faded, in seconds. */
export const LONGEST = 1.6;

/** An envelope with an immediate attack and a decay; `level` is its peak. */
function fading({ audio, out }: StereoPlace, at: number, level: number, seconds: number, rise = 0.002): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  gain.gain.linearRampToValueAtTime(0, at + seconds + 0.01);
  gain.connect(out);
  return gain;
}

function tone(place: StereoPlace, delay: number, pitch: number, level: number, seconds: number, end = pitch): void {
  const at = place.at + delay;
  const wave = place.audio.createOscillator();
  wave.frequency.setValueAtTime(pitch, at);
  if (end !== pitch) wave.frequency.exponentialRampToValueAtTime(end, at + seconds);
  wave.connect(fading(place, at, level, seconds));
  wave.start(at);
  wave.stop(at + seconds + 0.02);
}

/** One second of noise, from a fixed seed so that sounds never change. */
function grain(audio: BaseAudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 0x9e3779b9;
  for (let index = 0; index < samples.length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[index] = state / 0x80000000 - 1;
  }
  return buffer;
}

interface Rustle {
  from: number;
  to: number;
  level: number;
  seconds: number;
  narrow?: number;
  rise?: number;
}

function rustle(
  place: StereoPlace,
  delay: number,
  { from, to, level, seconds, narrow = 1, rise = 0.002 }: Rustle,
): void {
  const at = place.at + delay;
  const source = place.audio.createBufferSource();
  source.buffer = grain(place.audio);
  const band = place.audio.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = narrow;
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(band).connect(fading(place, at, level, seconds, rise));
  source.start(at, delay % 0.5, seconds + 0.02);
}

const VOICES: Record<Sound, (place: StereoPlace) => void> = {
  // Wood on wood, twice: a low tone and a short knock.
  gavel(place) {
    for (const [delay, level] of [
      [0, 0.55],
      [0.17, 0.4],
    ] as const) {
      tone(place, delay, 190, level, 0.16, 92);
      rustle(place, delay, { from: 1500, to: 700, level: level * 0.8, seconds: 0.05, narrow: 1.4 });
    }
  },
  // Two small metal discs, with inharmonic partials.
  coin(place) {
    for (const [delay, pitch, level] of [
      [0, 2093, 0.16],
      [0.075, 2794, 0.2],
    ] as const) {
      tone(place, delay, pitch, level, 0.34);
      tone(place, delay, pitch * 1.503, level * 0.55, 0.22);
      tone(place, delay, pitch * 2.76, level * 0.3, 0.12);
    }
  },
  // A sheet of vellum: rising noise, and a flap at the end.
  page(place) {
    rustle(place, 0, { from: 900, to: 3800, level: 0.26, seconds: 0.2, narrow: 0.8, rise: 0.06 });
    rustle(place, 0.15, { from: 2600, to: 900, level: 0.3, seconds: 0.09, narrow: 0.9 });
  },
  // Bone on wood: knocks that get closer together and quieter.
  die(place) {
    let delay = 0;
    for (let knock = 0; knock < 6; knock++) {
      const level = 0.4 * 0.78 ** knock;
      rustle(place, delay, { from: 2600 - knock * 130, to: 1500, level, seconds: 0.035, narrow: 2.4 });
      tone(place, delay, 620 - knock * 22, level * 0.35, 0.05);
      delay += 0.105 * 0.82 ** knock;
    }
  },
  // A small bell: a strike with a long decay.
  bell(place) {
    for (const [ratio, level, seconds] of [
      [1, 0.26, 1.5],
      [2.01, 0.13, 1.1],
      [2.99, 0.1, 0.7],
      [4.17, 0.06, 0.4],
    ] as const)
      tone(place, 0, 659 * ratio, level, seconds);
  },
};

export function playVoice(sound: Sound, audio: BaseAudioContext, out: AudioNode, at: number): void {
  VOICES[sound]({ audio, out, at });
}
