// A word with all that is known of it, its forms by the rules of the language, and rules that it breaks.

import { languages as calls } from "../../api/languages";
import type { WordForms, WordItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { projectAddress } from "../../router";
import { mayWrite } from "../../state/projects";
import { texts } from "../../texts";
import { languages } from "../../texts/languages";
import { icons } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { Await, Empty } from "../../ui/states";
import { editWord, removeWord } from "./actions";
import { isOf } from "./data";

const t = languages.word;

interface WordProps {
  projectId: string;
  languageId: string;
  id: string;
}

export function Word({ projectId, languageId, id }: WordProps) {
  const found = useCached(
    `word/${id}`,
    async (signal) => (await calls.word(id, { signal })).value,
    isOf(languageId, ["word"]),
  );
  const back = <a href={projectAddress(projectId, "languages", languageId, "lexicon")}>{t.back}</a>;
  if (found.failure.value?.kind === "not-found") {
    return (
      <Empty title={t.notFound} text={t.notFoundText}>
        {back}
      </Empty>
    );
  }
  return (
    <section class="word-page">
      {back}
      <Await of={found}>{(word) => <Known word={word} />}</Await>
      <Forms languageId={languageId} id={id} />
    </section>
  );
}

function Known({ word }: { word: WordItem }) {
  const rows: [string, string][] = [
    [t.meaning, word.meaning],
    [t.partOfSpeech, word.partOfSpeech],
    [t.ipa, word.ipa],
    [t.etymology, word.etymology],
    [t.notes, word.notes],
    [t.tags, word.tags.join(", ")],
  ];
  const items = [
    { text: languages.lexicon.edit, run: () => editWord(word) },
    { text: languages.lexicon.remove, run: () => void removeWord(word), isDangerous: true },
  ];
  return (
    <>
      <header class="page-actions">
        <h3 class="word-form">
          <bdi>{word.form}</bdi>
        </h3>
        {mayWrite() && (
          <Menu label={texts.actions.more(word.form)} items={items}>
            <icons.more />
          </Menu>
        )}
      </header>
      <dl class="word-known">
        {rows
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function Forms({ languageId, id }: { languageId: string; id: string }) {
  const found = useCached(
    `word/${id}/forms`,
    (signal) => calls.forms(id, { signal }),
    isOf(languageId, ["word", "grammar_rule"]),
  );
  return (
    <Await of={found}>
      {({ forms, omitted, violations }) => (
        <>
          <h4>{t.forms}</h4>
          {forms.length === 0 ? <p class="meta">{t.noForms}</p> : <FormTable forms={forms} />}
          {violations.length > 0 && (
            <>
              <h4>{t.violations}</h4>
              <ul>
                {violations.map(({ ruleId, rule, problem }) => (
                  <li key={`${ruleId}/${problem}`}>
                    <bdi>{rule}</bdi>: <bdi>{problem}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
          {omitted.length > 0 && (
            <details>
              <summary>{t.omitted}</summary>
              <ul>
                {omitted.map(({ ruleId, rule, reason }) => (
                  <li key={ruleId}>
                    <bdi>{rule}</bdi>: <bdi class="meta">{reason}</bdi>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </Await>
  );
}

function FormTable({ forms }: { forms: WordForms["forms"] }) {
  const { formColumns: columns } = t;
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={t.forms}>
      <table class="table lexicon-table">
        <caption class="visually-hidden">{t.forms}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.form}</th>
            <th scope="col">{columns.segmented}</th>
            <th scope="col">{columns.label}</th>
            <th scope="col">{columns.rule}</th>
          </tr>
        </thead>
        <tbody>
          {forms.map(({ ruleId, rule, form, segmented, label }, index) => (
            <tr key={`${ruleId}/${form}/${index}`}>
              <th scope="row">
                <bdi>{form}</bdi>
              </th>
              <td>
                <bdi>{segmented}</bdi>
              </td>
              <td class="meta">
                <bdi>{label ?? ""}</bdi>
              </td>
              <td class="meta">
                <bdi>{rule}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
