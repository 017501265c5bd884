// The screen of a game that the page was not built with: everything it shows is read from the view.
import { forShell, type GameEvent, type GameView } from "../game";
import { gameTitle, names, refusedAnywhere, seatName } from "../names";
import { m } from "../words.svelte";
import Game from "./Game.svelte";
import { actionText, told } from "./told";

export const screen = forShell<GameView, GameEvent>({
  heading: ({ view }) => ({ title: view ? gameTitle(view.game) : "" }),
  refused({ refusal, view, info }) {
    if (!refusal || !view || !info) return "";
    const { code, facts, text } = refusal;
    if (code === "illegal-action" && typeof facts.asked === "string")
      return m.web_refused_action_none({ asked: actionText(view.game, facts.asked) });
    if (code === "not-your-turn" && facts.to_act !== undefined)
      return m.web_refused_turn({ name: seatName(info, Number(facts.to_act), view.you) });
    return refusedAnywhere(code) ?? text;
  },
  told: ({ view, lines, info }) => (view && info ? told(view.game, lines, names(info)) : []),
  flights: () => [],
  Game,
  keys: () => [["1 … 9", m.web_generic_keys()]],
});
