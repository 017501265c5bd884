// The Biblios module of the page.
import { pickBotNames } from "../../shell/api";
import type { GameModule } from "../../shell/game";
import { chooseLevel } from "../../shell/levels.svelte";
import { m } from "../../shell/text/text.svelte";
import HowToPlay from "./HowToPlay.svelte";
import { BOT, presets } from "./presets";

export const game: GameModule = {
  bot: BOT,
  quick: {
    label: () => m.biblios_front_play_text(),
    plan: (info, name) => {
      const bot = chooseLevel(info, BOT);
      const others = pickBotNames(name).slice(0, 3);
      return { seats: [{ name }, ...others.map((other) => ({ bot, name: other }))] };
    },
  },
  presets,
  HowToPlay,
  proof: async () => (await import("./proof")).proof,
  rulesIcons: {
    cards: "i-cards",
    "B-1": "die-3",
    "B-2": "i-gift",
    "B-3": "i-hammer",
    "B-4": "church",
    "B-5": "die-6",
    "B-6": "i-eye",
  },
  rulesDrawings: {
    chapters: { "B-2": "gift", "B-3": "pay", "B-4": "dice", "B-5": "tie" },
    load: () => import("./rules/Drawing.svelte"),
  },
  screen: async () => (await import("./screen")).screen,
};
