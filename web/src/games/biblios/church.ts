// Selection of dice, read from the legal actions ("raise monks", "lower monks tomes").
import type { Category } from "./view";

export interface ChurchChoice {
  verb: "raise" | "lower";
  dice: Category[];
  action: string;
}

export function choices(legal: string[]): ChurchChoice[] {
  return legal.flatMap((action) => {
    const [verb, ...dice] = action.split(" ");
    return verb === "raise" || verb === "lower" ? [{ verb, dice: dice as Category[], action }] : [];
  });
}

export interface Picked {
  verb: "raise" | "lower";
  dice: Category[];
}

const holds = (choice: ChurchChoice, picked: Picked): boolean =>
  choice.verb === picked.verb && picked.dice.every((die) => choice.dice.includes(die));

export const matching = (all: ChurchChoice[], picked: Picked): ChurchChoice | undefined =>
  all.find((choice) => holds(choice, picked) && choice.dice.length === picked.dice.length);

export const mayChange = (all: ChurchChoice[], verb: Picked["verb"], die: Category): boolean =>
  all.some((choice) => choice.verb === verb && choice.dice.includes(die));

/** Toggles a die. Selecting one drops the oldest selections that no longer fit. */
export function press(all: ChurchChoice[], picked: Picked, die: Category): Picked {
  if (picked.dice.includes(die)) return { ...picked, dice: picked.dice.filter((other) => other !== die) };
  if (!mayChange(all, picked.verb, die)) return picked;
  let dice = [...picked.dice, die];
  while (dice.length > 1 && !all.some((choice) => holds(choice, { ...picked, dice }))) dice = dice.slice(1);
  return { ...picked, dice };
}
