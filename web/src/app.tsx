// What the page shows as a whole: signing in, or the menu with the view of the address.

import { needsToken } from "./api/client";
import { route, studioAddress } from "./router";
import { Shell } from "./shell";
import { session, sessionFailure, begin } from "./state/session";
import { texts } from "./texts";
import { Dialogs } from "./ui/dialog";
import { Empty, Failed, Loading } from "./ui/states";
import { Notices } from "./ui/toast";
import { FIRST_VIEW, findView, isReached } from "./views";
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
  if (!isReached(view)) return <Empty isPage title={view.title} text={texts.views.ofAllProjects} />;
  const props = { projectId: projectId ?? "", rest, query };
  return <view.Content key={`${scope}/${view.name}/${props.projectId}`} {...props} />;
}
