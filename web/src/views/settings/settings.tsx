// Settings of this browser, and what there is to know about the service: its interface, its health, and
// how agents get a language model.

import { studioAddress } from "../../router";
import { hasSingleKeys, THEMES, theme } from "../../state/preferences";
import { session, signOut } from "../../state/session";
import { texts } from "../../texts";
import { settings as t } from "../../texts/settings";
import { Models as Configured } from "../usage/models";
import { openShortcuts } from "../../ui/shortcuts";
import { Code, useTitle } from "../../ui/states";
import { attempt } from "../../ui/toast";
import "./settings.css";

export default function Settings() {
  useTitle(t.title);
  return (
    <div class="page is-narrow">
      <header class="page-header">
        <h1>{t.title}</h1>
      </header>
      <Appearance />
      <Keyboard />
      <Session />
      <Models />
      <About />
    </div>
  );
}

function Appearance() {
  return (
    <section class="setting">
      <h2>{t.appearance}</h2>
      <fieldset class="segments">
        <legend>{t.theme}</legend>
        {THEMES.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="theme"
              checked={theme.value === name}
              onChange={() => {
                theme.value = name;
              }}
            />
            <span>{texts.themes.names[name]}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}

function Keyboard() {
  return (
    <section class="setting">
      <h2>{t.keyboard}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={hasSingleKeys.value}
          onChange={(event) => {
            hasSingleKeys.value = event.currentTarget.checked;
          }}
        />
        <span>
          {t.singleKeys}
          <span class="meta">{t.singleKeysHint}</span>
        </span>
      </label>
      <button type="button" class="button" onClick={openShortcuts}>
        {t.allShortcuts}
      </button>
    </section>
  );
}

function Session() {
  const found = session.value;
  if (!found) return null;
  return (
    <section class="setting">
      <h2>{t.session}</h2>
      <p>{found.tokenId === null ? t.local : t.user(found.user, found.scope)}</p>
      {found.tokenId !== null && (
        <button type="button" class="button" onClick={() => void attempt(signOut)}>
          {texts.signIn.out}
        </button>
      )}
    </section>
  );
}

function Models() {
  const [before, command, after] = t.modelsCheck;
  return (
    <section class="setting">
      <h2>{t.models}</h2>
      <Configured>
        <p>{t.modelsText}</p>
        <Code text={t.modelsToml} />
      </Configured>
      <p>
        {before} <code>{command}</code> {after}
      </p>
    </section>
  );
}

function About() {
  const links: [string, string, string][] = [
    ["docs", t.links.docs, t.links.docsText],
    ["openapi.json", t.links.openapi, t.links.openapiText],
    [studioAddress("health"), t.links.health, t.links.healthText],
    ["metrics", t.links.metrics, t.links.metricsText],
  ];
  return (
    <section class="setting">
      <h2>{t.about}</h2>
      <ul class="about">
        {links.map(([address, title, text]) => (
          <li key={address}>
            <a href={address}>{title}</a>
            <span class="meta">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
