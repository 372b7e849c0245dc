// Texts that were typed and never saved, of projects that are in the trash or deleted for good: no manuscript shows
// them.

import { useEffect } from "preact/hooks";
import { session } from "../../state/session";
import { manuscript as t } from "../../texts/manuscript";
import { findKept, keptTexts } from "./kept";
import { KeptItem } from "./kept-texts";

/** Those of projects that are not among these. */
export default function KeptElsewhere({ known }: { known: { id: string }[] }) {
  useEffect(() => void findKept(), []);
  const user = session.value?.user;
  const ids = new Set(known.map(({ id }) => id));
  const left = keptTexts.value.filter((text) => !ids.has(text.projectId) && text.user === user);
  if (left.length === 0) return null;
  return (
    <section class="manuscript-kept is-elsewhere" aria-label={t.kept.title}>
      <h2>{t.kept.title}</h2>
      <p>{t.kept.elsewhere}</p>
      <ul>
        {left.map((text) => (
          <KeptItem key={text.key} text={text} isReadOnly />
        ))}
      </ul>
    </section>
  );
}
