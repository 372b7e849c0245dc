// Which page of this browser holds something that there should be one of, such as the stream of events: a
// browser opens six connections to a service in all, for all of its windows.

/** Waits for its turn to hold what has this name, and holds it until the returned function is called. `hold`
 * begins to hold it and returns what ends that. Without locks, as on an address that is not secure, each page
 * holds it. */
export function takeTurn(name: string, hold: () => () => void): () => void {
  let end: (() => void) | undefined;
  let isGivenUp = false;
  if (!hasLocks()) {
    end = hold();
    return () => end?.();
  }
  const waiting = new AbortController();
  let done = () => {};
  const held = new Promise<void>((resolve) => {
    done = resolve;
  });
  navigator.locks
    .request(name, { signal: waiting.signal }, () => {
      if (isGivenUp) return;
      end = hold();
      return held;
    })
    .catch(() => {
      // The turn was given up, or this page may not use locks.
      if (!isGivenUp && end === undefined) end = hold();
    });
  return () => {
    isGivenUp = true;
    waiting.abort();
    end?.();
    done();
  };
}

/** Whether pages of this browser can agree on who holds something. */
export function hasLocks(): boolean {
  return "locks" in navigator && "BroadcastChannel" in window;
}

/** Whether somebody can see this page; what is not seen holds no connection. */
export function isVisible(): boolean {
  return document.visibilityState !== "hidden";
}
