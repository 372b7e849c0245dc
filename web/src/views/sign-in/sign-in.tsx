// Where somebody signs in to a service that asks for tokens. The token is sent once, for a cookie that no
// script can read; it is not stored. It lies above whatever dialog is open, which is there again afterwards.

import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { failureOf, withRequest } from "../../api/failure";
import { signIn } from "../../state/session";
import { texts } from "../../texts";
import { Code, useTitle } from "../../ui/states";
import "./sign-in.css";

export function SignIn() {
  useTitle(texts.signIn.title);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const show = () => {
    if (element.current?.isConnected && !element.current.open) element.current.showModal();
  };
  useLayoutEffect(show, []);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const token = String(new FormData(form).get("token") ?? "").trim();
    if (token === "") {
      setProblem(texts.signIn.missing);
      return;
    }
    setBusy(true);
    setProblem("");
    try {
      await signIn(token);
    } catch (thrown) {
      const failure = failureOf(thrown);
      setProblem(failure.kind === "unauthorized" ? texts.signIn.wrong : withRequest(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <dialog
      ref={element}
      class="sign-in-cover"
      aria-label={texts.signIn.title}
      onCancel={(event: Event) => event.preventDefault()}
      onClose={show}
    >
      <main class="alone sign-in">
        <p class="brand">{texts.studio}</p>
        <form class="form" onSubmit={(event) => void submit(event)}>
          <h1>{texts.signIn.title}</h1>
          <p>{texts.signIn.text}</p>
          <div class="field">
            <label for={id}>{texts.signIn.token}</label>
            <input
              id={id}
              name="token"
              type="password"
              autocomplete="off"
              spellcheck={false}
              aria-invalid={problem !== ""}
              aria-describedby={`${id}-problem`}
            />
            <p id={`${id}-problem`} class="problem" role="alert">
              {problem}
            </p>
          </div>
          <button type="submit" class="button is-primary" disabled={isBusy}>
            {texts.signIn.action}
          </button>
        </form>
        <div class="sign-in-hint">
          <p>{texts.signIn.hint}</p>
          <Code text={texts.signIn.command} />
        </div>
      </main>
    </dialog>
  );
}
