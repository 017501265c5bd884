// Every quick message and reaction of the protocol has a text.
import { describe, expect, it } from "vitest";
import { lineText, phraseText, reactionText } from "../../src/shell/chat/ChatMessage.svelte";
import { PHRASES, REACTIONS, type ChatLine } from "../../src/shell/wire";

describe("a chat message", () => {
  it("has a text for each code", () => {
    for (const phrase of PHRASES) expect(phraseText(phrase)).not.toContain("talk_phrase_");
    for (const reaction of REACTIONS) expect(reactionText(reaction)).not.toContain("talk_reaction_");
  });
  it("shows a text as it was written", () => {
    const line: ChatLine = { number: 0, seat: 0, name: "", at: 0, text: "<b>hi</b>", phrase: null, reaction: null };
    expect(lineText(line)).toBe("<b>hi</b>");
  });
});
