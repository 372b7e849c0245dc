// Sentences that were found in the text and may be promises, to be recorded as such.

import { useEffect, useState } from "preact/hooks";
import { analyses } from "../../api/analyses";
import { findings as calls } from "../../api/findings";
import type { Finding, PlotNode, PlotPromise } from "../../api/types";
import { mayWrite } from "../../state/projects";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { promises as all } from "../../texts/promises";
import { Place } from "../../ui/place";
import { Await, Empty } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { createPromise } from "./actions";
import { offersOf } from "./data";

const t = all.offers;

/** A sentence that may promise something, as it would be recorded, and where it stands. */
interface Offer {
  title: string;
  description: string;
  promiseType: string;
  documentId?: string;
  start?: number;
  end?: number;
}

function offersIn(finding: Finding): Offer[] {
  const detail = finding.detail as { promises?: Offer[]; positions?: Offer[] } | null;
  const positions = detail?.positions ?? [];
  return (detail?.promises ?? []).map((offer, index) => {
    const { documentId, start, end } = positions[index] ?? {};
    return {
      ...offer,
      ...(documentId === undefined ? {} : { documentId }),
      ...(start === undefined || end === undefined ? {} : { start, end }),
    };
  });
}

interface OffersProps {
  projectId: string;
  promises: PlotPromise[];
  nodes: PlotNode[];
}

export function Offers({ projectId, promises, nodes }: OffersProps) {
  const offers = offersOf(projectId);
  useEffect(() => offers.watch(), [offers]);
  const recorded = new Set(promises.map(({ description }) => description.trim()));
  return (
    <Await of={offers}>
      {(found) =>
        found.length === 0 ? (
          <Empty {...all.empty.offers}>{mayWrite() && <Read projectId={projectId} />}</Empty>
        ) : (
          <div class="offers">
            <div class="offers-intro">
              <p>{t.intro}</p>
              {mayWrite() && <Read projectId={projectId} />}
            </div>
            <ul>
              {found.map((finding) => (
                <Found key={finding.id} finding={finding} recorded={recorded} nodes={nodes} />
              ))}
            </ul>
          </div>
        )
      }
    </Await>
  );
}

/** Has the book read, which takes a while. */
function Read({ projectId }: { projectId: string }) {
  const [isReading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    await attempt(
      async () => {
        await analyses.ofBook(projectId, ["wording"]);
        const list = offersOf(projectId);
        await list.reload();
        return list.value.peek()?.length ?? 0;
      },
      (count) => t.readDone(number(count), count === 1),
    );
    setReading(false);
  };
  return (
    <button type="button" class="button" disabled={isReading} onClick={() => void read()}>
      {isReading ? t.reading : t.read}
    </button>
  );
}

/** The sentence, as a link to where it stands. */
function Sentence({ projectId, offer }: { projectId: string; offer: Offer }) {
  const { documentId, start, end, description } = offer;
  if (documentId === undefined) return <bdi>{description}</bdi>;
  const words = start === undefined || end === undefined ? {} : { start, end };
  return (
    <Place projectId={projectId} documentId={documentId} {...words}>
      {description}
    </Place>
  );
}

interface FoundProps {
  finding: Finding;
  /** The descriptions of the promises that there are. */
  recorded: ReadonlySet<string>;
  nodes: PlotNode[];
}

function Found({ finding, recorded, nodes }: FoundProps) {
  const { projectId } = finding;
  const offers = offersIn(finding);
  const isRecorded = ({ description }: Offer) => recorded.has(description.trim());
  const hasRecorded = offers.some(isRecorded);
  const answer = (state: "accepted" | "dismissed") =>
    attempt(
      async () => {
        await calls.answer(projectId, finding.id, { state });
        void offersOf(projectId).reload();
      },
      () => t[state],
      async () => {
        await calls.answer(projectId, finding.id, { state: "open" });
        void offersOf(projectId).reload();
      },
    );
  const record = (offer: Offer) => {
    const { title, description, promiseType, documentId } = offer;
    // The outline says where it is made, if it has the document: its chapter rather than one of its scenes.
    const telling = nodes.filter((node) => documentId !== undefined && node.documentId === documentId);
    const node = telling.find(({ kind }) => kind === "chapter") ?? telling[0];
    const begun = {
      title,
      description,
      promiseType: promiseType as PlotPromise["promiseType"],
      madeAtNodeId: node?.id ?? null,
    };
    createPromise(projectId, begun, () => {
      if (offers.every((one) => one === offer || isRecorded(one))) void answer("accepted");
    });
  };
  return (
    <li class="offer-group">
      <h2>
        <bdi>{t.in(finding.documentTitle || texts.untitled)}</bdi>
      </h2>
      <ul>
        {offers.map((offer, index) => (
          <li key={index} class="offer">
            <p>
              <Sentence projectId={projectId} offer={offer} />
            </p>
            {isRecorded(offer) ? (
              <span class="badge">{t.recorded}</span>
            ) : (
              mayWrite() && (
                <button
                  type="button"
                  class="button is-small"
                  aria-label={`${t.record}: ${offer.title}`}
                  onClick={() => record(offer)}
                >
                  {t.record}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      {mayWrite() && (
        <button
          type="button"
          class="button is-small"
          onClick={() => void answer(hasRecorded ? "accepted" : "dismissed")}
        >
          {hasRecorded ? t.done : t.dismiss}
        </button>
      )}
    </li>
  );
}
