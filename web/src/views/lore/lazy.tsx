// The part of the view that renames, whose files are read when it is first wanted.

import { type ComponentProps } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiFailure } from "../../api/failure";
import { texts } from "../../texts";
import { Failed, Loading } from "../../ui/states";

type Renames = typeof import("./rename").default;

let loaded: Renames | undefined;

export function LazyRename(props: ComponentProps<Renames>) {
  const [Component, setComponent] = useState(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (Component || hasFailed) return;
    import("./rename").then(
      (module) => {
        loaded = module.default;
        setComponent(() => module.default);
      },
      () => setFailed(true),
    );
  }, [hasFailed]);
  if (Component) return <Component {...props} />;
  if (!hasFailed) return <Loading />;
  // Files of another version of the page are not there any more: it has to be loaded again.
  return <Failed failure={new ApiFailure(0, texts.failure.unreachable, null)} retry={() => location.reload()} />;
}
