// The texts that a swarm has written, read in place, the report first.

import type { SwarmArtefact, SwarmDetail } from "../../api/types";
import { ago, exactly } from "../../state/time";
import { swarms as all } from "../../texts/swarms";
import { saveFile } from "../../ui/files";
import { Markdown } from "../../ui/markdown";
import { isOver } from "./state";

const t = all.detail;

export function Artefacts({ swarm }: { swarm: SwarmDetail }) {
  // The report is the last that is written, and the first that is read.
  const artefacts = swarm.artefacts.toReversed();
  if (artefacts.length === 0) {
    return (
      <section class="section">
        <p class="meta">{isOver(swarm) ? t.noResult : t.noArtefacts}</p>
      </section>
    );
  }
  return (
    <section class="section" aria-label={t.artefacts}>
      {artefacts.map((artefact, index) => (
        <details key={`${artefact.subTask}/${artefact.name}`} class="artefact" open={index === 0}>
          <summary>
            <span class="artefact-name">
              <bdi>{artefact.name}</bdi>
            </span>
            <time class="meta" dateTime={artefact.createdAt} title={exactly(artefact.createdAt)}>
              {ago(artefact.createdAt)}
            </time>
          </summary>
          <Text artefact={artefact} />
        </details>
      ))}
    </section>
  );
}

function Text({ artefact }: { artefact: SwarmArtefact }) {
  const { name, content, mediaType } = artefact;
  const save = () => saveFile(name, new Blob([content], { type: mediaType }));
  return (
    <>
      {artefact.mediaType.startsWith("text/markdown") ? (
        <Markdown text={artefact.content} level={2} />
      ) : (
        <pre tabIndex={0}>{artefact.content}</pre>
      )}
      <p class="artefact-actions">
        <button type="button" class="button is-small" onClick={save}>
          {t.download}
        </button>
      </p>
    </>
  );
}
