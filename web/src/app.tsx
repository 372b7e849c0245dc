// What the page shows as a whole: signing in, or the menu with the view of the address.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { address, needsToken } from "./api/client";
import { ApiFailure } from "./api/failure";
import { route, studioAddress } from "./router";
import { Shell } from "./shell";
import { session, sessionFailure, begin } from "./state/session";
import { texts } from "./texts";
import { Dialogs } from "./ui/dialog";
import { Empty, Failed, Loading, Outdated } from "./ui/states";
import { Notices } from "./ui/toast";
import { FIRST_VIEW, findView, missingFor, type View, type ViewProps } from "./views";
import { SignIn } from "./views/sign-in/sign-in";

export function App() {
  return (
    <>
      <Content />
      <Notices />
      <Dialogs />
    </>
  );
}

function Content() {
  if (needsToken.value) return <SignIn />;
  if (session.value !== undefined) {
    return (
      <Shell>
        <Outlet />
      </Shell>
    );
  }
  return (
    <main class="alone">
      {sessionFailure.value ? (
        <Failed isPage failure={sessionFailure.value} retry={() => void begin()} />
      ) : (
        <Loading />
      )}
    </main>
  );
}

/** The view of the address. */
function Outlet() {
  const { projectId, view: name, rest, query } = route.value;
  const scope = projectId === null ? "studio" : "project";
  const wanted = name === "" && projectId === null ? FIRST_VIEW : name;
  const view = findView(scope, wanted);
  if (!view) {
    const { title, text, action } = texts.views.notFound;
    return (
      <Empty isPage title={title} text={text}>
        <a class="button" href={studioAddress(FIRST_VIEW)}>
          {action}
        </a>
      </Empty>
    );
  }
  const missing = missingFor(view);
  if (missing !== undefined) {
    return <Empty isPage title={view.title} text={texts.views.needs[missing]} />;
  }
  const props = { projectId: projectId ?? "", rest, query };
  return <Loaded key={`${scope}/${view.name}/${props.projectId}`} view={view} props={props} />;
}

const loaded = new Map<View, ComponentType<ViewProps>>();

/** A view, once its files are there. */
function Loaded({ view, props }: { view: View; props: ViewProps }) {
  const [problem, setProblem] = useState<"outdated" | "unreachable" | null>(null);
  const [, setReady] = useState(loaded.has(view));
  useEffect(() => {
    if (loaded.has(view) || problem !== null) return;
    view.load().then(
      (module) => {
        loaded.set(view, module.default);
        setReady(true);
      },
      async () => setProblem(await whyNotLoaded()),
    );
  }, [view, problem]);
  const Component = loaded.get(view);
  if (Component) return <Component {...props} />;
  if (problem === null) return <Loading />;
  if (problem === "unreachable") {
    const failure = new ApiFailure(0, texts.failure.unreachable, null);
    return <Failed isPage failure={failure} retry={() => setProblem(null)} />;
  }
  return <Outdated />;
}

/** Why the files of a view did not come: nobody answers, or the program is another one, whose files have other
 * names. */
async function whyNotLoaded(): Promise<"outdated" | "unreachable"> {
  try {
    await fetch(address("health/live"), { cache: "no-store" });
    return "outdated";
  } catch {
    return "unreachable";
  }
}
