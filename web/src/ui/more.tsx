// The button behind a long list that is drawn in steps.

import { useEffect, useRef } from "preact/hooks";

interface MoreProps {
  /** The words on it. */
  text: string;
  /** Of the paragraph and of the button. */
  class: string;
  buttonClass?: string;
  /** Draws the next step. */
  more: () => void;
}

/** Shows more when it comes into view, or when it is pressed. */
export function More({ text, class: name, buttonClass = "button", more }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(more);
  latest.current = more;
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) latest.current();
    });
    if (button.current) seen.observe(button.current);
    return () => seen.disconnect();
    // A button that stays in view is looked at again after each step.
  }, [more]);
  return (
    <p class={name}>
      <button ref={button} type="button" class={buttonClass} onClick={more}>
        {text}
      </button>
    </p>
  );
}
