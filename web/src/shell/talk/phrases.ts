// What can be said with one press. It travels as a code and is read in each reader's own language.
import { word } from "../words.svelte";
import type { Phrase, Reaction, TalkLine } from "../wire";

export const phraseText = (phrase: Phrase): string => word(`talk_phrase_${phrase}`);
export const reactionText = (reaction: Reaction): string => word(`talk_reaction_${reaction}`);

/** What a line says, as text. */
export const lineText = ({ text, phrase, reaction }: TalkLine): string =>
  text ?? (phrase ? phraseText(phrase) : reaction ? reactionText(reaction) : "");
