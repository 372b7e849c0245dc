// Who and what the chapters name and the lore has no entry for.

import { useId, useState } from "preact/hooks";
import { names as calls } from "../../api/names";
import type { Name } from "../../api/types";
import { useCached } from "../../live/cache";
import { projectAddress } from "../../router";
import { documentConcern } from "../../state/documents";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { lore } from "../../texts/lore";
import { Choice } from "../../ui/choice";
import { Pager, PAGE_SIZE, usePages } from "../../ui/pager";
import { Place } from "../../ui/place";
import { Await, Empty } from "../../ui/states";

const t = lore.names;

/** The most forms of a name that are shown. */
const FORMS_MAX = 6;

/** The kind of the entry that is made of a name. */
const CATEGORY: Record<Name["kind"], string> = {
  person: "character",
  place: "location",
  group: "organisation",
  work: "item",
  other: "other",
};

export function Names({ projectId }: { projectId: string }) {
  const [kind, setKind] = useState<Name["kind"] | "">("");
  const [hasAll, setAll] = useState(false);
  const pages = usePages(kind);
  const { cursor } = pages;
  const found = useCached(
    `names/${projectId}/${kind}/${cursor ?? ""}`,
    (signal) =>
      calls.page(
        projectId,
        { ...(kind === "" ? {} : { kind }), limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) },
        { signal },
      ),
    (event) => (event.kind === "lore" && event.data.projectId === projectId) || documentConcern(event, projectId),
  );
  const id = useId();
  return (
    <section class="lore-names" aria-label={lore.tabs.names}>
      <p class="meta">{t.intro}</p>
      <div class="choices">
        <Choice
          id={id}
          label={t.kind}
          value={kind}
          every={t.every}
          options={t.kinds}
          change={(value) => setKind(value as Name["kind"] | "")}
        />
        <label class="check">
          <input type="checkbox" checked={hasAll} onChange={(event) => setAll(event.currentTarget.checked)} />
          <span>{t.also}</span>
        </label>
      </div>
      <Await of={found}>
        {({ names, nextCursor, total }) => {
          const shown = names.filter((name) => hasAll || name.entryId === null);
          if (shown.length === 0 && nextCursor === null && pages.page === 0) {
            return <Empty title={t.none} text={t.noneText} />;
          }
          return (
            <>
              {shown.length === 0 && <p class="meta">{t.all}</p>}
              <ul class="names">
                {shown.map((name) => (
                  <Row key={`${name.name}/${name.first.documentId}/${name.first.start}`} projectId={projectId} name={name} />
                ))}
              </ul>
              <Pager pages={pages} count={names.length} total={total} next={nextCursor} label={t.pages} />
            </>
          );
        }}
      </Await>
    </section>
  );
}

function Row({ projectId, name }: { projectId: string; name: Name }) {
  const { first } = name;
  const forms = name.forms.filter((form) => form.text !== name.name).slice(0, FORMS_MAX);
  const query = new URLSearchParams({ name: name.name, kind: CATEGORY[name.kind] });
  for (const form of forms) query.append("also", form.text);
  return (
    <li class="lore-name">
      <div class="name-text">
        <p>
          {name.entryId === null ? (
            <bdi class="fact-subject">{name.name}</bdi>
          ) : (
            <a class="fact-subject" href={projectAddress(projectId, "lore", name.entryId)}>
              <bdi>{name.name}</bdi>
            </a>
          )}{" "}
          <span class="meta">{t.kinds[name.kind]}</span>
        </p>
        <p class="lore-figures meta">
          <span>{t.named(number(name.mentions), number(name.documents), name.documents === 1)}</span>
          <span>
            {t.first}{" "}
            <Place projectId={projectId} documentId={first.documentId} start={first.start} end={first.end}>
              {first.documentTitle || texts.untitled}
            </Place>
          </span>
          {forms.length > 0 && (
            <span>
              {t.forms} <bdi>{forms.map((form) => form.text).join(", ")}</bdi>
            </span>
          )}
        </p>
      </div>
      {mayWrite() && name.entryId === null && (
        <a
          class="button is-small"
          aria-label={t.makeNamed(name.name)}
          href={`${projectAddress(projectId, "lore", "new")}?${query}`}
        >
          {t.make}
        </a>
      )}
    </li>
  );
}
