// The constructed languages of a project: the list of them, or one with its grammar and its lexicon.

import type { LanguageItem } from "../../api/types";
import { projectAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { languages as t } from "../../texts/languages";
import { icons } from "../../ui/icons";
import { Markdown } from "../../ui/markdown";
import { Menu } from "../../ui/menu";
import { ProjectHeader } from "../../ui/project";
import { Await, Empty } from "../../ui/states";
import type { ViewProps } from "../../views";
import { createLanguage, editLanguage, removeLanguage } from "./actions";
import { useLanguage, useLanguages } from "./data";
import { Gloss } from "./gloss";
import { Grammar } from "./grammar";
import { Lexicon } from "./lexicon";
import { Word } from "./word";
import "../../ui/figures.css";
import "./languages.css";

type Tab = keyof typeof t.tabs;

const TABS = Object.keys(t.tabs) as Tab[];

export default function Languages({ projectId, rest }: ViewProps) {
  const [id, part, record] = rest;
  return (
    <div class="page">
      <ProjectHeader projectId={projectId} title={t.title}>
        {id === undefined && mayWrite() && (
          <button type="button" class="button is-primary" onClick={() => createLanguage(projectId)}>
            <icons.plus />
            {t.create}
          </button>
        )}
      </ProjectHeader>
      {id === undefined ? (
        <List projectId={projectId} />
      ) : (
        <Language key={id} projectId={projectId} id={id} part={part} record={record} />
      )}
    </div>
  );
}

function figuresOf({ grammarRules, words }: LanguageItem): string {
  return t.figures(number(grammarRules), grammarRules === 1, number(words), words === 1);
}

function List({ projectId }: { projectId: string }) {
  const found = useLanguages(projectId);
  useCommands(
    () =>
      mayWrite() ? [{ title: t.create, group: "action", keys: "n", run: () => createLanguage(projectId) }] : [],
    [projectId],
  );
  return (
    <Await of={found}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={t.empty.title} text={t.empty.text}>
            {mayWrite() && (
              <button type="button" class="button is-primary" onClick={() => createLanguage(projectId)}>
                <icons.plus />
                {t.create}
              </button>
            )}
          </Empty>
        ) : (
          <ul class="languages">
            {all.map((language) => (
              <li key={language.id}>
                <h2>
                  <a href={projectAddress(projectId, "languages", language.id)}>
                    <bdi>{language.name || texts.untitled}</bdi>
                  </a>
                </h2>
                <p class="meta">{figuresOf(language)}</p>
                <p class="languages-text" dir="auto">
                  {language.description}
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </Await>
  );
}

interface LanguageProps {
  projectId: string;
  id: string;
  part: string | undefined;
  record: string | undefined;
}

function Language({ projectId, id, part, record }: LanguageProps) {
  const found = useLanguage(id);
  const tab: Tab = part === "words" ? "lexicon" : (TABS.find((name) => name === part) ?? "grammar");
  const here = (name: Tab) => projectAddress(projectId, "languages", id, ...(name === "grammar" ? [] : [name]));
  const back = (
    <a class="language-back" href={projectAddress(projectId, "languages")}>
      {t.back}
    </a>
  );
  if (found.failure.value?.kind === "not-found") {
    return (
      <Empty title={t.notFound} text={t.notFoundText}>
        {back}
      </Empty>
    );
  }
  return (
    <Await of={found}>
      {(language) => (
        <>
          {back}
          <Head language={language} isOpen={tab === "grammar"} />
          <nav class="tabs" aria-label={t.tabsLabel}>
            {TABS.map((name) => (
              <a key={name} href={here(name)} aria-current={name === tab ? "true" : undefined}>
                {t.tabs[name]}
              </a>
            ))}
          </nav>
          {tab === "grammar" && <Grammar language={language} />}
          {tab === "lexicon" && record === undefined && <Lexicon projectId={projectId} language={language} />}
          {tab === "lexicon" && record !== undefined && (
            <Word key={record} projectId={projectId} languageId={id} id={record} />
          )}
          {tab === "gloss" && <Gloss projectId={projectId} id={id} />}
        </>
      )}
    </Await>
  );
}

function Head({ language, isOpen }: { language: LanguageItem; isOpen: boolean }) {
  const name = language.name || texts.untitled;
  const items = [
    { text: t.edit, run: () => editLanguage(language) },
    { text: t.remove, run: () => removeLanguage(language), isDangerous: true },
  ];
  return (
    <header class="language-head">
      <div class="page-actions">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {mayWrite() && (
          <Menu label={texts.actions.more(name)} items={items}>
            <icons.more />
          </Menu>
        )}
        <p class="meta">{figuresOf(language)}</p>
      </div>
      {isOpen && language.description !== "" && <Markdown text={language.description} />}
    </header>
  );
}
