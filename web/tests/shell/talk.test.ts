// Every phrase and reaction that the wire knows is said in words.
import { describe, expect, it } from "vitest";
import { lineText, phraseText, reactionText } from "../../src/shell/talk/phrases";
import { PHRASES, REACTIONS, type TalkLine } from "../../src/shell/wire";

describe("talk", () => {
  it("has words for each", () => {
    for (const phrase of PHRASES) expect(phraseText(phrase)).not.toContain("talk_phrase_");
    for (const reaction of REACTIONS) expect(reactionText(reaction)).not.toContain("talk_reaction_");
  });
  it("tells a text as it was written", () => {
    const line: TalkLine = { number: 0, seat: 0, name: "", at: 0, text: "<b>hi</b>", phrase: null, reaction: null };
    expect(lineText(line)).toBe("<b>hi</b>");
  });
});
