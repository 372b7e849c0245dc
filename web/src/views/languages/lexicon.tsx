// The words of a language as a table, page by page, with import and export as CSV.

import { useId, useState } from "preact/hooks";
import { languages as calls, tableAddress } from "../../api/languages";
import type { LanguageItem, WordItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { projectAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { languages } from "../../texts/languages";
import { icons } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { Pager, PAGE_SIZE, usePages } from "../../ui/pager";
import { Await, Empty } from "../../ui/states";
import { createWord, editWord, removeWord } from "./actions";
import { isOf } from "./data";
import { ImportButton } from "./import";

const t = languages.lexicon;

/** For how long nothing is typed before words are looked for, in milliseconds. */
const SEARCH_AFTER_MS = 200;

interface LexiconProps {
  projectId: string;
  language: LanguageItem;
}

export function Lexicon({ projectId, language }: LexiconProps) {
  const { id } = language;
  const [q, setQ] = useDelayed("");
  const [partOfSpeech, setPartOfSpeech] = useDelayed("");
  const pages = usePages(`${id}/${q}/${partOfSpeech}`);
  const { cursor } = pages;
  const found = useCached(
    `language/${id}/words/${JSON.stringify([q, partOfSpeech, cursor])}`,
    (signal) =>
      calls.words(id, { q, partOfSpeech, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) }, { signal }),
    isOf(id, ["word"]),
  );
  useCommands(
    () => (mayWrite() ? [{ title: t.create, group: "action", keys: "n", run: () => createWord(id) }] : []),
    [id],
  );
  if (language.words === 0) {
    return (
      <Empty title={t.none} text={t.noneText}>
        <Buttons language={language} />
      </Empty>
    );
  }
  return (
    <section class="lexicon" aria-label={languages.tabs.lexicon}>
      <div class="lexicon-head">
        <Filters setQ={setQ} setPartOfSpeech={setPartOfSpeech} />
        <Buttons language={language} />
      </div>
      <Await of={found}>
        {({ words, nextCursor, total }) =>
          words.length === 0 && pages.page === 0 ? (
            <p class="meta">{t.noneFound}</p>
          ) : (
            <>
              <Table projectId={projectId} words={words} />
              <Pager pages={pages} count={words.length} total={total} next={nextCursor} label={t.pages} />
            </>
          )
        }
      </Await>
      <Check projectId={projectId} id={id} />
    </section>
  );
}

/** A value that follows what is typed once nothing is typed for a moment. */
function useDelayed(initial: string): [string, (value: string) => void] {
  const [value, setValue] = useState(initial);
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  return [
    value,
    (next) => {
      clearTimeout(timer);
      setTimer(setTimeout(() => setValue(next), SEARCH_AFTER_MS));
    },
  ];
}

function Filters({
  setQ,
  setPartOfSpeech,
}: {
  setQ: (q: string) => void;
  setPartOfSpeech: (word: string) => void;
}) {
  const id = useId();
  return (
    <div class="choices">
      <div class="field">
        <label for={`${id}-q`}>{t.search}</label>
        <input id={`${id}-q`} type="search" onInput={(event) => setQ(event.currentTarget.value.trim())} />
      </div>
      <div class="field">
        <label for={`${id}-part`}>{t.partOfSpeech}</label>
        <input
          id={`${id}-part`}
          type="search"
          onInput={(event) => setPartOfSpeech(event.currentTarget.value.trim())}
        />
      </div>
    </div>
  );
}

function Buttons({ language }: { language: LanguageItem }) {
  return (
    <div class="page-actions">
      {mayWrite() && (
        <button type="button" class="button is-primary" onClick={() => createWord(language.id)}>
          <icons.plus />
          {t.create}
        </button>
      )}
      {mayWrite() && <ImportButton languageId={language.id} />}
      {language.words > 0 && (
        <a class="button" href={tableAddress(language.id)} download={`${language.name || "lexicon"}.csv`}>
          {t.export}
        </a>
      )}
    </div>
  );
}

function Table({ projectId, words }: { projectId: string; words: WordItem[] }) {
  const { columns } = t;
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={t.table}>
      <table class="table lexicon-table">
        <caption class="visually-hidden">{t.table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.form}</th>
            <th scope="col">{columns.partOfSpeech}</th>
            <th scope="col">{columns.meaning}</th>
            <th scope="col">{columns.ipa}</th>
            <th scope="col">{columns.tags}</th>
            {mayWrite() && (
              <th scope="col">
                <span class="visually-hidden">{columns.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {words.map((word) => (
            <tr key={word.id}>
              <th scope="row">
                <a href={projectAddress(projectId, "languages", word.languageId, "words", word.id)}>
                  <bdi>{word.form}</bdi>
                </a>
              </th>
              <td class="meta">
                <bdi>{word.partOfSpeech}</bdi>
              </td>
              <td>
                <bdi>{word.meaning}</bdi>
              </td>
              <td>
                <bdi>{word.ipa}</bdi>
              </td>
              <td class="meta">
                <bdi>{word.tags.join(", ")}</bdi>
              </td>
              {mayWrite() && (
                <td class="is-actions">
                  <Menu
                    label={texts.actions.more(word.form)}
                    items={[
                      { text: t.edit, run: () => editWord(word) },
                      { text: t.remove, run: () => void removeWord(word), isDangerous: true },
                    ]}
                  >
                    <icons.more />
                  </Menu>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The words that break a rule. */
function Check({ projectId, id }: { projectId: string; id: string }) {
  const found = useCached(
    `language/${id}/check`,
    (signal) => calls.check(id, { signal }),
    isOf(id, ["word", "grammar_rule"]),
  );
  return (
    <section class="lexicon-check">
      <h3>{t.check}</h3>
      <Await of={found}>
        {({ rules, checked, total, complete, words }) => (
          <>
            <p class="meta">
              {rules.length === 0
                ? t.checkNone
                : t.checked(number(checked), t.rules(rules.length), number(total))}
            </p>
            {!complete && <p class="meta">{t.checkIncomplete}</p>}
            <ul>
              {words.map(({ wordId, word, violations }) => (
                <li key={wordId}>
                  <a href={projectAddress(projectId, "languages", id, "words", wordId)}>
                    <bdi>{word}</bdi>
                  </a>{" "}
                  {violations.map(({ ruleId, rule, problem }) => (
                    <bdi key={`${ruleId}/${problem}`} class="meta">
                      {rule}: {problem}{" "}
                    </bdi>
                  ))}
                </li>
              ))}
            </ul>
          </>
        )}
      </Await>
    </section>
  );
}
