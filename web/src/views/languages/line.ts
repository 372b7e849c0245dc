// Reads a line in a language: each word is looked up in the lexicon, as it is, as a form that the rules of
// the language make of one of its words, or as a word with suffixes of the lexicon behind it.

import { languages as calls } from "../../api/languages";
import type { WordFormItem, WordForms, WordItem } from "../../api/types";

/** The most words of a line that are read. */
export const WORDS_MAX = 60;

/** The most words of the lexicon whose forms are looked through for one word of a line. */
const STEMS_MAX = 8;

/** The most suffixes behind one word. */
const SUFFIXES_MAX = 4;

/** How many letters a word and the one it may be a form of have to share. */
const SHARED_MIN = 2;

/** What a word of a line is. */
export interface ReadWord {
  /** As it stands in the line. */
  typed: string;
  /** The words of the lexicon that it is, or is a form of. */
  found: { word: WordItem; form: WordFormItem | null }[];
  /** Its parts with what each means; null where that is not known. */
  morphemes: { form: string; meaning: string | null }[];
}

/** Reads a line; `progress` is told of the words that were read so far. */
export async function readLine(
  line: string,
  lexicon: WordItem[],
  progress: (words: ReadWord[]) => void,
  signal: AbortSignal,
): Promise<ReadWord[]> {
  const typed = line.split(/\s+/).filter((word) => bare(word) !== "").slice(0, WORDS_MAX);
  const forms = new Map<string, WordForms>();
  const read: ReadWord[] = [];
  for (const word of typed) {
    read.push(await readWord(word, lexicon, forms, signal));
    progress([...read]);
  }
  return read;
}

/** A word without marks of boundaries, punctuation and capitals. */
function bare(word: string): string {
  return word
    .normalize("NFC")
    .toLowerCase()
    .replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "")
    .replace(/[-=~]/g, "");
}

const isAffix = (word: WordItem): boolean => /^[-=~]|[-=~]$/.test(word.form);

async function readWord(
  typed: string,
  lexicon: WordItem[],
  forms: Map<string, WordForms>,
  signal: AbortSignal,
): Promise<ReadWord> {
  const wanted = bare(typed);
  const itself = lexicon.filter((word) => !isAffix(word) && bare(word.form) === wanted);
  if (itself.length > 0) {
    const found = itself.map((word) => ({ word, form: null }));
    const meanings = itself.map((word) => brief(word.meaning));
    return { typed, found, morphemes: [{ form: itself[0]?.form ?? typed, meaning: meanings.join(" / ") }] };
  }
  const stems = lexicon
    .filter((word) => !isAffix(word))
    .map((word) => ({ word, shared: sharedStart(bare(word.form), wanted) }))
    .filter(({ shared }) => shared >= SHARED_MIN)
    .toSorted((one, other) => other.shared - one.shared || one.word.form.length - other.word.form.length)
    .slice(0, STEMS_MAX);
  const found: ReadWord["found"] = [];
  for (const { word } of stems) {
    const known = forms.get(word.id) ?? (await calls.forms(word.id, { signal }));
    forms.set(word.id, known);
    const form = known.forms.find((one) => bare(one.form) === wanted);
    if (form) found.push({ word, form });
  }
  const [first] = found;
  if (first?.form) return { typed, found, morphemes: partsOf(first.word, first.form, lexicon) };
  return withSuffixes(typed, wanted, lexicon);
}

/** A word of the lexicon with suffixes of the lexicon behind it, where no rule has made it. */
function withSuffixes(typed: string, wanted: string, lexicon: WordItem[]): ReadWord {
  const suffixes = lexicon.filter((word) => /^[-=]/.test(word.form) && bare(word.form) !== "");
  const stems = lexicon
    .filter((word) => !isAffix(word) && bare(word.form) !== "" && wanted.startsWith(bare(word.form)))
    .toSorted((one, other) => other.form.length - one.form.length);
  for (const word of stems) {
    const behind = divided(wanted.slice(bare(word.form).length), suffixes, SUFFIXES_MAX);
    if (!behind) continue;
    const parts = [word, ...behind].map(({ form, meaning }) => ({ form, meaning: brief(meaning) }));
    return { typed, found: [{ word, form: null }], morphemes: parts };
  }
  return { typed, found: [], morphemes: [] };
}

/** A row of suffixes that makes up a text, the longest first; undefined where there is none. */
function divided(text: string, suffixes: WordItem[], most: number): WordItem[] | undefined {
  if (text === "") return [];
  if (most === 0) return undefined;
  const fitting = suffixes
    .filter((suffix) => text.startsWith(bare(suffix.form)))
    .toSorted((one, other) => other.form.length - one.form.length);
  for (const suffix of fitting) {
    const behind = divided(text.slice(bare(suffix.form).length), suffixes, most - 1);
    if (behind) return [suffix, ...behind];
  }
  return undefined;
}

function sharedStart(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count += 1;
  return count;
}

/** The parts of a form: its stem with the meaning of the word, and affixes with theirs. */
function partsOf(word: WordItem, form: WordFormItem, lexicon: WordItem[]): ReadWord["morphemes"] {
  const parts = form.segmented.split(/(?=[-=~])/);
  const stem = bare(word.form);
  // The part that has most of the word is its stem; a rule may have changed its end.
  const shared = parts.map((part) => sharedStart(bare(part), stem));
  const at = shared.indexOf(Math.max(...shared));
  return parts.map((part, index) => {
    if (index === at) return { form: part, meaning: brief(word.meaning) };
    const affix = lexicon.find((one) => isAffix(one) && bare(one.form) === bare(part));
    return { form: part, meaning: affix ? brief(affix.meaning) : null };
  });
}

/** The first of several meanings. */
function brief(meaning: string): string {
  return meaning.split(/[;:,(]/)[0]?.trim() ?? "";
}
