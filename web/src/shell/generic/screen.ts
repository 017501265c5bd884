// The screen of a game that the page has no own screen for. Everything is read from the view.
import { forShell } from "../game";
import type { GameEvent, GameView } from "../view";
import { gameTitle, playerNames, commonErrorText, seatName } from "../names";
import { m } from "../text/text.svelte";
import Game from "./Game.svelte";
import { actionText, buildLog } from "./text";

export const screen = forShell<GameView, GameEvent>({
  heading: ({ view }) => ({ title: view ? gameTitle(view.game) : "" }),
  explainRefusal({ refusal, view, info }) {
    if (!refusal || !view || !info) return "";
    const { code, facts, text } = refusal;
    if (code === "illegal-action" && typeof facts.asked === "string")
      return m.web_refused_action_none({ asked: actionText(view.game, facts.asked) });
    if (code === "not-your-turn" && facts.to_act !== undefined)
      return m.web_refused_turn({ name: seatName(info, Number(facts.to_act), view.you) });
    return commonErrorText(code) ?? text;
  },
  buildLog: ({ view, lines, info }) =>
    view && info ? buildLog(view.game, lines, { you: view.you, names: playerNames(info) }) : [],
  flights: () => [],
  Game,
  keys: () => [["1 … 9", m.web_generic_keys()]],
});
