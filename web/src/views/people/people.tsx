// The people of a book: how much each speaks, how they speak, and where in the book they are.

import { projectAddress } from "../../router";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { people as t } from "../../texts/people";
import { ProjectHeader } from "../../ui/project";
import { Await, Empty } from "../../ui/states";
import { findView, type ViewProps } from "../../views";
import { PersonPage } from "./person";
import { PERSONS_MAX, useNames, usePersons } from "./persons";
import { Presence } from "./presence";
import { QUOTATIONS_MAX, type Speeches, TEXTS_MAX, useSpeech } from "./speech";
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
        {(found) => <Read projectId={projectId} found={found} rest={rest} tab={tab} />}
      </Await>
    </div>
  );
}

function Read({
  projectId,
  found,
  rest,
  tab,
}: {
  projectId: string;
  found: NonNullable<ReturnType<typeof useNames>["value"]["value"]>;
  rest: string[];
  tab: Tab;
}) {
  const reader = useSpeech(projectId);
  const speeches = reader.state.value;
  const gathered = usePersons(projectId, found.names, speeches);
  const { persons, byName } = gathered;
  if (persons.length === 0 && !speeches.isReading) return <Nobody projectId={projectId} />;
  const name = rest[0] === "person" ? rest[1] : undefined;
  return (
    <>
      <Progress speeches={speeches} isCut={found.isPart} retry={() => reader.retry()} />
      {tab === "presence" && <Presence projectId={projectId} persons={persons} speeches={speeches} />}
      {tab === "speech" && rest[0] === "unknown" && (
        <UnknownSpeech projectId={projectId} speeches={speeches} persons={persons} />
      )}
      {tab === "speech" && name !== undefined && (
        <PersonPage
          projectId={projectId}
          name={name}
          person={byName.get(name)}
          persons={persons}
          speeches={speeches}
        />
      )}
      {tab === "speech" && name === undefined && rest[0] !== "unknown" && (
        <SpeechTable projectId={projectId} gathered={gathered} speeches={speeches} />
      )}
    </>
  );
}

/** How far the texts are read, and what is missing. */
function Progress({ speeches, isCut, retry }: { speeches: Speeches; isCut: boolean; retry: () => void }) {
  const { byText, isReading, isPart, failure } = speeches;
  const total = speeches.texts.length;
  return (
    <div class="people-progress" role="status" aria-busy={isReading}>
      {isReading && total > 0 && (
        <p class="meta">
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${(100 * byText.size) / total}%` }} />
          </span>{" "}
          {t.reading(number(byText.size), number(total))}
        </p>
      )}
      {isPart === "quotations" && <p class="meta">{t.part(number(QUOTATIONS_MAX))}</p>}
      {isPart === "texts" && <p class="meta">{t.partTexts(number(TEXTS_MAX))}</p>}
      {isCut && <p class="meta">{t.partPersons(number(PERSONS_MAX))}</p>}
      {failure && (
        <p class="problem">
          {t.failed} {failure.message}{" "}
          {failure.requestId !== null && <code>{failure.requestId}</code>}{" "}
          <button type="button" class="button is-small" onClick={retry}>
            {texts.actions.retry}
          </button>
        </p>
      )}
    </div>
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
