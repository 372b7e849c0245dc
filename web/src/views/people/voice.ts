// How somebody speaks, from what they say: what the service does not add up.

import type { Quotation } from "../../api/types";

export interface Voice {
  words: number;
  sentences: number;
  /** Speeches in which something is asked, or exclaimed. */
  questions: number;
  exclamations: number;
  longest: Quotation | null;
  longestWords: number;
}

/** How somebody speaks who says this. */
export function voiceOf(said: Quotation[]): Voice {
  const voice: Voice = { words: 0, sentences: 0, questions: 0, exclamations: 0, longest: null, longestWords: 0 };
  for (const one of said) {
    const words = wordsOf(one.text);
    voice.words += words;
    // A row of marks ends one sentence, and the end of a speech ends one too.
    voice.sentences += Math.max(1, one.text.match(/[.?!…]+(?=[\s”’"'»“)]|$)/g)?.length ?? 0);
    if (one.text.includes("?")) voice.questions += 1;
    if (one.text.includes("!")) voice.exclamations += 1;
    if (voice.longest === null || words > voice.longestWords) {
      voice.longest = one;
      voice.longestWords = words;
    }
  }
  return voice;
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** How many words a text has, by Unicode's word boundaries. */
function wordsOf(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  return count;
}
