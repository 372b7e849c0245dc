// The words of a source that a claim rests on, with where they stand.

import { recordAddress } from "../../ui/records";
import { type Citable, fieldsOf, recordsOf, textOf } from "./values";

interface CitedProps {
  of: unknown;
  sources: Citable[];
  projectId: string | null;
  hidesQuote?: boolean;
}

export function Cited({ of, sources, projectId, hidesQuote = false }: CitedProps) {
  const citation = fieldsOf(of);
  if (!citation) return null;
  const quote = textOf(citation["quote"]);
  // Sources are numbered from 1, in the order of the receipt.
  const source = sources[Number(citation["source"]) - 1];
  const address = source?.id ? recordAddress(source.kind, projectId, source.id, { quote }) : undefined;
  const title = <bdi>{source?.title ?? ""}</bdi>;
  return (
    <p class="cited">
      {!hidesQuote && <q dir="auto">{quote}</q>}{" "}
      {source && (
        <cite class="meta">
          {address === undefined ? title : <a href={address}>{title}</a>}
        </cite>
      )}
    </p>
  );
}

/** Several of them. */
export function CitedList({ of, sources, projectId }: Omit<CitedProps, "hidesQuote">) {
  return (
    <>
      {recordsOf(of).map((one, index) => (
        <Cited key={index} of={one} sources={sources} projectId={projectId} />
      ))}
    </>
  );
}
