// Parts of the page whose files are read when they are first drawn.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { address } from "../api/client";
import { ApiFailure } from "../api/failure";
import { texts } from "../texts";
import { Failed, Loading, Outdated } from "./states";

/** A component that draws another one once its files are there, and else says why they are not. A quiet one draws
 * nothing until then. */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isQuiet = false,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return (props: Props) => {
    const [problem, setProblem] = useState<"outdated" | "unreachable" | null>(null);
    const [, setReady] = useState(false);
    useEffect(() => {
      if (Loaded || problem !== null) return;
      load().then(
        (module) => {
          Loaded = module.default;
          setReady(true);
        },
        async () => setProblem(await whyNotLoaded()),
      );
    }, [problem]);
    if (Loaded) return <Loaded {...props} />;
    if (isQuiet) return null;
    if (problem === null) return <Loading />;
    if (problem === "outdated") return <Outdated />;
    const failure = new ApiFailure(0, texts.failure.unreachable, null);
    return <Failed isPage failure={failure} retry={() => setProblem(null)} />;
  };
}

/** Why files did not come: nobody answers, or the program is another one, whose files have other names. */
async function whyNotLoaded(): Promise<"outdated" | "unreachable"> {
  try {
    await fetch(address("health/live"), { cache: "no-store" });
    return "outdated";
  } catch {
    return "unreachable";
  }
}
