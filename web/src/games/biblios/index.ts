// What Biblios brings to the page.
import { botNames } from "../../shell/api";
import type { GameModule } from "../../shell/game";
import { m } from "../../shell/words.svelte";
import How from "./How.svelte";

const BOT = "novice";

export const game: GameModule = {
  bot: BOT,
  quick: {
    told: () => m.biblios_front_play_told(),
    plan: ({ bots }, name) => {
      const bot = bots.includes(BOT) ? BOT : (bots[0] ?? "");
      const others = botNames(name).slice(0, 3);
      return { seats: [{ name }, ...others.map((other) => ({ bot, name: other }))] };
    },
  },
  How,
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
