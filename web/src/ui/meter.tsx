// A share of a whole as a bar, beside its words: what is not known is drawn as not known, never as none.

import "./meter.css";

/** A bar for a share from 0 to 1; null is not known. The words beside it say the same, so it is decoration. */
export function Meter({ share, tone = "accent" }: { share: number | null; tone?: "accent" | "quiet" }) {
  if (share === null) return <span class="meter is-unknown" aria-hidden="true" />;
  const percent = Math.min(Math.max(share, 0), 1) * 100;
  return (
    <span class={`meter is-${tone}`} aria-hidden="true">
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
