// The Bibliogamo module of the page.
import type { GameModule } from "../../shell/game";
import { m } from "../../shell/text/text.svelte";
import FrontPanel from "./FrontPanel.svelte";
import { COMPONENTS_PAGE } from "./solo";

export const game: GameModule = {
  FrontPanel,
  rulesIcons: {
    "L-1": "i-cards",
    "L-2": "librarian",
    "L-3": "i-steps",
    "L-4": "florin",
    "L-5": "scribe",
    "L-6": "grand-library",
    "L-7": "holy-books",
    "L-8": "i-eye",
  },
  rulesDrawings: {
    chapters: { "L-2": "walk", "L-4": "price", "L-5": "hire", "L-6": "transfer" },
    load: () => import("./rules/Drawing.svelte"),
  },
  seatName: ({ daily }) => (daily ? m.bibliogamo_game_today() : m.bibliogamo_title()),
  pages: {
    [COMPONENTS_PAGE]: {
      title: () => m.bibliogamo_about_cards(),
      sets: "components",
      load: () => import("./ComponentsPage.svelte"),
    },
  },
  proof: async () => (await import("./proof")).proof,
  screen: async () => (await import("./screen")).screen,
};
