// The analysis of a game as the server tells it (docs/analysis.md), its words in the language that was asked for.
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export interface Decision {
  v: number;
  seat: number;
  chance: number;
  cost: number;
  class: Grade;
  reason: string | null;
  told: string;
  better: string;
  open: number;
}

export interface SeatShare {
  initial: number;
  final: number;
  luck: number;
  own: number;
  others: number;
  accuracy: number | null;
  classes: Record<Grade, number>;
  moments: number[];
}

export interface Lot {
  v: number;
  seat: number;
  told: string;
  paid: number;
  fair: number;
}

export interface Analysis {
  game: string;
  measure: "chance" | "score";
  curve: number[][];
  decisions: Decision[];
  seats: SeatShare[];
  lots: Lot[];
}

export interface Explained {
  state: "none" | "working" | "done";
  progress: number;
  analysis?: Analysis;
}
