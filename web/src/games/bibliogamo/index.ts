// What Bibliogamo brings to the page.
import type { GameModule } from "../../shell/game";
import { m } from "../../shell/words.svelte";
import Panel from "./Panel.svelte";
import { COMPONENTS_PAGE } from "./start";

export const game: GameModule = {
  Panel,
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
