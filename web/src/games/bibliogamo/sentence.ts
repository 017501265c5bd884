// The sentence above the table: what the player can do now, or what is being asked.
import { list, m } from "../../shell/text/text.svelte";
import { size, type Kit } from "./kit.svelte";
import { canHire, lacking } from "./moves";
import { craftName, spaceName, towerName } from "./names";
import type { Chosen } from "./press";
import type { View } from "./view";

function atMove(kit: Kit, view: View): string {
  const here = kit.ring[view.librarian];
  const { finished, reach } = view.previews;
  if (here && finished.includes(here)) return m.bibliogamo_now_sell({ tower: towerName(kit, here) });
  const near = finished
    .map((tower) => reach.find((way) => kit.ring[way.space] === tower))
    .filter((way) => way !== undefined)
    .sort((a, b) => a.cost - b.cost)[0];
  if (near) return m.bibliogamo_now_near({ tower: spaceName(kit, near.space), count: near.cost });
  if (view.landed || view.librarian === 0) return m.bibliogamo_now_library();
  return view.florins > 0 ? m.bibliogamo_now_move() : m.bibliogamo_now_poor();
}

function atHire(view: View): string {
  if (!view.hand.some((card) => canHire(view, card))) return m.bibliogamo_now_no_hire();
  return view.hires ? m.bibliogamo_now_hire_again() : m.bibliogamo_now_hire();
}

function atPay(view: View, chosen: Chosen): string {
  if (chosen.ending === null) return m.bibliogamo_now_pay();
  const { day } = view;
  const lead = view.landed ? m.bibliogamo_now_pay_library({ day }) : m.bibliogamo_now_pay_end({ day });
  return `${lead} ${m.bibliogamo_now_pay_again()}`;
}

export function sentence(kit: Kit, view: View, chosen: Chosen): string {
  const where = kit.ring[view.librarian];
  if (view.to_act === null) return m.turn_over();
  if (view.you === null) return m.bibliogamo_watching();
  if (chosen.doubted !== null) return m.bibliogamo_now_doubted({ tower: spaceName(kit, chosen.doubted) });
  if (chosen.hiring && chosen.card === null) return m.bibliogamo_now_hire_card();
  if (chosen.card !== null)
    return canHire(view, chosen.card) ? m.bibliogamo_now_tower() : m.bibliogamo_now_card_blocked();
  switch (view.step) {
    case "move":
      return atMove(kit, view);
    case "sell":
      return m.bibliogamo_now_sell({ tower: where ? towerName(kit, where) : "" });
    case "price":
      return view.previews.redraw
        ? m.bibliogamo_now_price({ count: view.offer?.price ?? 0 })
        : m.bibliogamo_now_price_last({ count: view.offer?.price ?? 0 });
    case "hire":
      return atHire(view);
    case "place":
      return m.bibliogamo_now_place({ count: view.supply, wanted: size(view.hired?.left ?? {}) });
    case "pay":
      return atPay(view, chosen);
    case "give-back":
      return chosen.from
        ? m.bibliogamo_now_give_who({ tower: towerName(kit, chosen.from) })
        : m.bibliogamo_now_give({ count: view.owed });
    case "library":
      return m.bibliogamo_now_library_card();
    case "transfer":
      if (view.transfer?.from) return m.bibliogamo_now_transfer_more({ count: view.transfer.left });
      if (!chosen.from) return m.bibliogamo_now_transfer_from({ count: view.transfer?.left ?? 0 });
      return chosen.to
        ? m.bibliogamo_now_transfer_who()
        : m.bibliogamo_now_transfer_to({ tower: towerName(kit, chosen.from) });
    case "retrain":
      return m.bibliogamo_now_retrain({ craft: view.transfer?.type ? craftName(view.transfer.type) : "" });
    default:
      return m.turn_over();
  }
}

/** The free artisans compared with those needed, as text. */
export function describeSupply(kit: Kit, view: View): string {
  const open = lacking(view).sort((a, b) => a.count - b.count);
  const named = (fits: boolean): string =>
    list(
      open
        .filter(({ count }) => count <= view.supply === fits)
        .map(({ tower, count }) => m.bibliogamo_lacks({ tower: towerName(kit, tower), count })),
    );
  const enough = named(true);
  const short = named(false);
  const freed = view.previews.finished.map((tower) =>
    m.bibliogamo_supply_frees({ tower: towerName(kit, tower), count: size(view.towers[tower]) }),
  );
  return [
    enough && m.bibliogamo_supply_enough({ names: enough }),
    short && m.bibliogamo_supply_not({ names: short }),
    ...freed,
  ]
    .filter(Boolean)
    .join(" ");
}
