// What a view shows while it has nothing to show: that it is being read, that it failed and how to go on,
// or that it is empty and what to do next.

import { computed, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type ApiFailure, withRequest } from "../api/failure";
import { ITEMS_MAX } from "../api/pages";
import type { Readable } from "../live/cache";
import { number } from "../state/time";
import { texts } from "../texts";
import { icons } from "./icons";
import { notify } from "./toast";

/** Draws a value that is read from the service, in each of its states. */
export function Await<T>({
  of,
  children,
}: {
  of: Readable<T>;
  children: (value: T) => JSX.Element;
}): JSX.Element {
  const value = of.value.value;
  const failure = of.failure.value;
  if (value === undefined) {
    return failure ? <Failed failure={failure} retry={() => void of.reload()} /> : <Loading />;
  }
  return (
    <>
      {failure && failure.kind !== "unreachable" && (
        <p class="stale" role="status">
          <icons.warning />
          {texts.failure.stale} {withRequest(failure)}
        </p>
      )}
      {of.isPart.value && (
        <p class="stale" role="status">
          <icons.warning />
          {texts.part(number(ITEMS_MAX))}
        </p>
      )}
      {children(value)}
    </>
  );
}

/** Says that something is being read, when it takes longer than a moment. */
export function Loading() {
  return (
    <p class="loading" role="status">
      {texts.loading}
    </p>
  );
}

/** Says why something cannot be shown. */
export function Failed({
  failure,
  retry,
  isPage = false,
}: {
  failure: ApiFailure;
  retry?: () => void;
  /** Whether it stands in place of a whole view. */
  isPage?: boolean;
}) {
  const { requestId } = failure;
  const Heading = isPage ? "h1" : "h2";
  return (
    <div class="state" role="alert">
      <icons.warning />
      <Heading>{texts.failure.titles[failure.kind]}</Heading>
      <p>{failure.message}</p>
      {requestId !== null && (
        <p class="meta">
          {texts.failure.request("")}
          <code>{requestId}</code> <CopyButton text={requestId} label={texts.failure.copy} />
          <br />
          {texts.failure.requestHint}
        </p>
      )}
      {retry && (
        <button type="button" class="button" onClick={retry}>
          {texts.actions.retry}
        </button>
      )}
    </div>
  );
}

/** Says that there is nothing, and what to do next. */
export function Empty({
  title,
  text,
  isPage = false,
  children,
}: {
  title: string;
  text?: string;
  /** Whether it stands in place of a whole view. */
  isPage?: boolean;
  children?: ComponentChildren;
}) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div class="state">
      <Heading>{title}</Heading>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** Says that the program was updated, and the page has to be loaded again. */
export function Outdated() {
  const { title, text, action } = texts.views.outdated;
  return (
    <Empty isPage title={title} text={text}>
      <button type="button" class="button" onClick={() => location.reload()}>
        {action}
      </button>
    </Empty>
  );
}

/** Text to be typed elsewhere. */
export function Code({ text }: { text: string }) {
  return (
    <div class="code">
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

/** Copies the text before it; where the browser does not allow that, selects it. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async ({ currentTarget }: { currentTarget: HTMLButtonElement }) => {
    try {
      await navigator.clipboard.writeText(text);
      notify(texts.failure.copied);
    } catch {
      const shown = currentTarget.previousElementSibling;
      if (shown) getSelection()?.selectAllChildren(shown);
      notify(texts.failure.selected);
    }
  };
  return (
    <button type="button" class="icon-button is-small" aria-label={label} onClick={(event) => void copy(event)}>
      <icons.copy />
    </button>
  );
}

const title = signal("");

/** The project that the page is about, for the browser's tab; empty for none. */
export const titleProject = signal("");

computed(() => [title.value, titleProject.value, texts.studio].filter((part) => part !== "").join(" · ")).subscribe(
  (text) => {
    document.title = text;
  },
);

/** Names the page in the browser's tab. */
export function useTitle(name: string): void {
  useEffect(() => {
    title.value = name;
  }, [name]);
}
