// Every phrase and reaction that the wire knows can be pressed, and is said in words.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lineText, PHRASES, phraseText, REACTIONS, reactionText } from "../../src/shell/talk/phrases";
import type { TalkLine } from "../../src/shell/wire";

const wire = readFileSync(new URL("../../src/shell/wire.ts", import.meta.url), "utf8");
const codes = (name: string): string[] =>
  [...(new RegExp(`export type ${name} =([^;]*);`).exec(wire)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
    ([, code]) => code ?? "",
  );

describe("talk", () => {
  it("offers all that the wire knows", () => {
    expect(PHRASES).toEqual(codes("Phrase"));
    expect(REACTIONS).toEqual(codes("Reaction"));
  });
  it("has words for each", () => {
    for (const phrase of PHRASES) expect(phraseText(phrase)).not.toContain("talk_phrase_");
    for (const reaction of REACTIONS) expect(reactionText(reaction)).not.toContain("talk_reaction_");
  });
  it("tells a text as it was written", () => {
    const line: TalkLine = { number: 0, seat: 0, name: "", at: 0, text: "<b>hi</b>", phrase: null, reaction: null };
    expect(lineText(line)).toBe("<b>hi</b>");
  });
});
