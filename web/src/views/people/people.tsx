// The people of a book: how much each speaks, how they speak, and where in the book they are.

import type { Speaker } from "../../api/types";
import { projectAddress } from "../../router";
import { number } from "../../state/time";
import { people as t } from "../../texts/people";
import { ProjectHeader } from "../../ui/project";
import { Await, Empty } from "../../ui/states";
import { findView, type ViewProps } from "../../views";
import { PersonPage } from "./person";
import { PERSONS_MAX, useNames, usePersons, useSpeakers } from "./persons";
import { Presence } from "./presence";
import { SpeechTable } from "./table";
import { UnknownSpeech } from "./unknown";
import "../../ui/figures.css";
import "../../ui/quote.css";
import "./people.css";

type Tab = keyof typeof t.tabs;

const TABS = Object.keys(t.tabs) as Tab[];

export default function People({ projectId, rest }: ViewProps) {
  const tab: Tab = rest[0] === "presence" ? "presence" : "speech";
  const names = useNames(projectId);
  const speaking = useSpeakers(projectId);
  return (
    <div class="page people">
      <ProjectHeader projectId={projectId} title={t.title} />
      <nav class="tabs" aria-label={t.tabsLabel}>
        {TABS.map((name) => (
          <a
            key={name}
            href={projectAddress(projectId, "people", ...(name === "speech" ? [] : [name]))}
            aria-current={name === tab ? "true" : undefined}
          >
            {t.tabs[name]}
          </a>
        ))}
      </nav>
      <Await of={names}>
        {(found) => <Await of={speaking}>{(all) => <Read {...{ projectId, found, all, rest, tab }} />}</Await>}
      </Await>
    </div>
  );
}

interface ReadProps {
  projectId: string;
  found: NonNullable<ReturnType<typeof useNames>["value"]["value"]>;
  all: Speaker[];
  rest: string[];
  tab: Tab;
}

function Read({ projectId, found, all, rest, tab }: ReadProps) {
  const gathered = usePersons(projectId, found.names, all);
  const { persons, byName, others } = gathered;
  if (persons.length === 0 && all.length === 0) return <Nobody projectId={projectId} />;
  const name = rest[0] === "person" ? rest[1] : undefined;
  const person = name === undefined ? undefined : byName.get(name);
  return (
    <>
      {found.isPart && <p class="people-progress meta">{t.partPersons(number(PERSONS_MAX))}</p>}
      {tab === "presence" && <Presence projectId={projectId} persons={persons} />}
      {tab === "speech" && rest[0] === "unknown" && (
        <UnknownSpeech projectId={projectId} spoken={others.nobody} persons={persons} />
      )}
      {tab === "speech" && name !== undefined && !person && (
        <Empty title={t.person.notFound} text={t.person.notFoundText}>
          <a href={projectAddress(projectId, "people")}>{t.person.back}</a>
        </Empty>
      )}
      {tab === "speech" && person && (
        <PersonPage key={person.name} projectId={projectId} person={person} persons={persons} />
      )}
      {tab === "speech" && name === undefined && rest[0] !== "unknown" && (
        <SpeechTable projectId={projectId} gathered={gathered} />
      )}
    </>
  );
}

function Nobody({ projectId }: { projectId: string }) {
  return (
    <Empty title={t.empty.title} text={t.empty.text}>
      <div class="page-actions">
        {findView("project", "manuscript") && (
          <a class="button" href={projectAddress(projectId, "manuscript")}>
            {t.empty.manuscript}
          </a>
        )}
        <a class="button" href={projectAddress(projectId, "lore")}>
          {t.empty.lore}
        </a>
      </div>
    </Empty>
  );
}
