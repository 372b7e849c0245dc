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
import { usePaused } from "../../ui/paused";
import { Await, Empty } from "../../ui/states";
import { createWord, editWord, removeWord } from "./actions";
import { isOf } from "./data";
import { ImportButton } from "./import";

const t = languages.lexicon;

interface LexiconProps {
  projectId: string;
  language: LanguageItem;
}

export function Lexicon({ projectId, language }: LexiconProps) {
  const { id } = language;
  const [typedQ, setQ] = useState("");
  const [typedPart, setPartOfSpeech] = useState("");
  const [q, partOfSpeech] = [typedQ.trim(), typedPart.trim()];
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
        <div class="choices">
          <Filter label={t.search} change={setQ} />
          <Filter label={t.partOfSpeech} change={setPartOfSpeech} />
        </div>
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

function Filter({ label, change }: { label: string; change: (text: string) => void }) {
  const id = useId();
  const { text, type } = usePaused("", change);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="search" value={text} onInput={(event) => type(event.currentTarget.value)} />
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
