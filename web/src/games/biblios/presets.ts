// The ready-made tables of Biblios: against bots, a tournament, a family.
import type { Preset } from "../../shell/game";
import { m } from "../../shell/text/text.svelte";

export const BOT = "novice";

export const presets: Preset[] = [
  {
    name: "quick",
    icon: "i-ff",
    title: () => m.biblios_preset_quick(),
    lead: () => m.biblios_preset_quick_text(),
    points: () => [m.biblios_preset_quick_players(), m.biblios_preset_quick_rules(), m.biblios_preset_quick_more()],
    seats: ["bot", "bot", "bot"],
    level: BOT,
    memory: "seen",
  },
  {
    name: "tournament",
    icon: "i-clock",
    title: () => m.biblios_preset_tournament(),
    lead: () => m.biblios_preset_tournament_text(),
    points: () => [
      m.biblios_preset_tournament_players(),
      m.biblios_preset_tournament_rules(),
      m.biblios_preset_tournament_more(),
    ],
    seats: ["friend", "friend", "friend"],
    level: BOT,
    memory: "none",
    clock: { kind: "live", bank: 600, increment: 10 },
  },
  {
    name: "family",
    icon: "i-people",
    title: () => m.biblios_preset_family(),
    lead: () => m.biblios_preset_family_text(),
    points: () => [m.biblios_preset_family_players(), m.biblios_preset_family_rules(), m.biblios_preset_family_more()],
    seats: ["friend", "friend", "bot"],
    level: "oblate",
    options: { beyond_means: false, open_collections: true },
    memory: "seen",
  },
];
