// A line in the language, read word by word.

import { useId, useRef, useState } from "preact/hooks";
import { type ApiFailure, failureOf, withRequest } from "../../api/failure";
import type { WordItem } from "../../api/types";
import { projectAddress } from "../../router";
import { languages } from "../../texts/languages";
import { Await } from "../../ui/states";
import { useLexicon } from "./data";
import { type ReadWord, readLine, WORDS_MAX } from "./line";

const t = languages.gloss;

export function Gloss({ projectId, id }: { projectId: string; id: string }) {
  const found = useLexicon(id);
  return <Await of={found}>{(lexicon) => <Line projectId={projectId} lexicon={lexicon} />}</Await>;
}

function Line({ projectId, lexicon }: { projectId: string; lexicon: WordItem[] }) {
  const [line, setLine] = useState("");
  const [words, setWords] = useState<ReadWord[]>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const [isCut, setCut] = useState(false);
  const reading = useRef<AbortController>(undefined);
  const field = useId();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    reading.current?.abort();
    const own = new AbortController();
    reading.current = own;
    setBusy(true);
    setFailure(undefined);
    setWords([]);
    setCut(line.trim().split(/\s+/).length > WORDS_MAX);
    const progress = (read: ReadWord[]) => !own.signal.aborted && setWords(read);
    try {
      await readLine(line, lexicon, progress, own.signal);
    } catch (thrown) {
      if (!own.signal.aborted) setFailure(failureOf(thrown));
    }
    if (!own.signal.aborted) setBusy(false);
  };

  return (
    <section class="gloss" aria-label={languages.tabs.gloss}>
      <p class="meta">{t.intro}</p>
      <form class="gloss-form" onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for={field}>{t.line}</label>
          <input
            id={field}
            type="text"
            dir="auto"
            autocomplete="off"
            spellcheck={false}
            value={line}
            onInput={(event) => setLine(event.currentTarget.value)}
          />
        </div>
        <button type="submit" class="button is-primary" disabled={line.trim() === ""}>
          {t.read}
        </button>
      </form>
      {failure && (
        <p class="problem" role="alert">
          {t.failed} {withRequest(failure)}
        </p>
      )}
      {words && <Result projectId={projectId} words={words} isBusy={isBusy} />}
      {isCut && <p class="meta">{t.tooLong(WORDS_MAX)}</p>}
    </section>
  );
}

function Result({ projectId, words, isBusy }: { projectId: string; words: ReadWord[]; isBusy: boolean }) {
  const known = words.filter((word) => word.found.length > 0).length;
  return (
    <>
      <p class="meta" role="status">
        {isBusy ? t.reading : t.all(known, words.length)}
      </p>
      <ol class="gloss-line" aria-label={t.result}>
        {words.map((word, index) => (
          <li key={index}>
            <bdi class="example-output">{word.typed}</bdi>
            {word.found.length === 0 ? (
              <span class="gloss-unknown">{t.unknown}</span>
            ) : (
              <>
                <span class="gloss-parts">
                  {word.morphemes.map(({ form, meaning }, at) => (
                    <span key={at}>
                      <bdi>{form}</bdi>
                      <bdi class="meta">{meaning ?? "?"}</bdi>
                    </span>
                  ))}
                </span>
                {word.found.map(({ word: entry, form }) => (
                  <span key={entry.id} class="meta">
                    <a href={projectAddress(projectId, "languages", entry.languageId, "words", entry.id)}>
                      <bdi>{entry.form}</bdi>
                    </a>{" "}
                    <bdi>{form?.label ?? form?.rule ?? entry.partOfSpeech}</bdi>
                  </span>
                ))}
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
