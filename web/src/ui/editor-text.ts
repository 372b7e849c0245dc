// Positions in texts. The service counts characters (code points) of the text as it was sent, an editor
// counts units of UTF-16 with line ends of one.

/** Where these characters of a text are in the editor, in the order that they were given. */
export function editorOffsets(text: string, characters: number[]): number[] {
  if (/^[\0-\x0c\x0e-\ud7ff\ue000-\uffff]*$/.test(text)) {
    return characters.map((at) => Math.min(at, text.length));
  }
  const order = characters.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  const found = new Array<number>(characters.length).fill(0);
  let unit = 0;
  let count = 0;
  let ends = 0;
  for (const { at, index } of order) {
    while (count < at && unit < text.length) {
      const code = text.codePointAt(unit) ?? 0;
      if (code === 0x0d && text.charCodeAt(unit + 1) === 0x0a) ends += 1;
      unit += code > 0xffff ? 2 : 1;
      count += 1;
    }
    found[index] = unit - ends;
  }
  return found;
}

/** Before which character of a text something is in the editor: `editorOffsets` the other way round. */
export function characterAt(text: string, offset: number): number {
  let unit = 0;
  let count = 0;
  let at = 0;
  for (const character of text) {
    if (unit >= offset) break;
    at += character.length;
    count += 1;
    // Of a line end of two characters the second one is the unit.
    if (character !== "\r" || text[at] !== "\n") unit += character.length;
  }
  return count;
}

/** Text between which and another nothing differs at the beginning and the end. */
export interface Difference {
  from: number;
  to: number;
  insert: string;
}

/** The smallest single replacement that makes one text of another. */
export function difference(before: string, after: string): Difference {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let end = 0;
  while (
    end < most - from &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  // Half of a surrogate pair is no character.
  if (from > 0 && isHigh(before.charCodeAt(from - 1))) from -= 1;
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end -= 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** How many words a text has, by the word boundaries of Unicode. */
export function countWords(text: string): number {
  let count = 0;
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) count += 1;
  return count;
}
