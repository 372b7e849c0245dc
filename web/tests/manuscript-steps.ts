// Steps of a random run beside the typing: panels, going back to a revision, names, proposals, and taking back what the
// latest notice says. Each of them may be refused; none may cost a word.

import type { Locator, Page } from "playwright-core";
import { until } from "./manuscript-desk";
import type { Studio } from "./studio";

/** For how long a step waits for what may never come, in milliseconds. */
const PATIENCE_MS = 5_000;

const PANELS = ["Findings", "Dialogue", "Proposals", "Revisions", "Goals"];

/** What a step needs to know of its run. */
export interface Beside {
  studio: Studio;
  page: Page;
  random: (below: number) => number;
  /** Whether the service runs and the window reaches it. */
  isReached: boolean;
  project: string;
  document: string;
  /** A word that no text has yet. */
  word: string;
  /** Takes note of a word that is in the text from now on. */
  took: (word: string) => void;
}

/** One such step, and what came of it. */
export async function stepBeside(run: Beside): Promise<string> {
  if (!(await run.page.getByRole("textbox", { name: /^Text of/ }).isVisible())) return "nothing beside a text";
  const kind = run.random(6);
  if (kind === 0) return panel(run, PANELS[run.random(PANELS.length)] ?? "Goals");
  if (kind === 1) return name(run);
  if (kind === 2) return proposal(run);
  if (kind === 3) return undo(run);
  return goBack(run);
}

/** Every text that the page offers as not saved. */
export async function offered(page: Page): Promise<string[]> {
  const shows = page.getByRole("region", { name: "Texts that were not saved" }).getByText("Show the text");
  const found: string[] = [];
  for (let index = 0; index < (await shows.count()); index += 1) {
    await shows.nth(index).click();
    const dialog = page.getByRole("dialog", { name: /^Unsaved text of/ });
    found.push(await dialog.locator(".kept-text").innerText());
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  return found;
}

async function panel({ page }: Beside, shown: string): Promise<string> {
  const review = page.getByRole("button", { name: "Review", exact: true });
  if ((await review.getAttribute("aria-expanded")) === "false") await review.click();
  const beside = page.getByRole("complementary", { name: "Beside the text" });
  await beside.getByRole("button", { name: shown, exact: true }).click();
  await beside.getByRole("group", { name: shown, exact: true }).waitFor();
  return `looked at ${shown}`;
}

/** Waits until one of several is there, and says which; undefined where none comes. */
async function first(...all: Locator[]): Promise<Locator | undefined> {
  const [one, ...others] = all;
  if (!one) return undefined;
  const any = others.reduce((sum, other) => sum.or(other), one).first();
  const isThere = await any.waitFor({ timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  for (const found of all) if (await found.first().isVisible()) return found.first();
  return undefined;
}

async function goBack(run: Beside): Promise<string> {
  const { page, random } = run;
  await panel(run, "Revisions");
  const all = page.getByRole("button", { name: "Differences" });
  if (!(await first(all))) return "no revision to go back to";
  await all.nth(random(await all.count())).click();
  const dialog = page.getByRole("dialog");
  const back = dialog.getByRole("button", { name: "Go back to this text" });
  const none = [dialog.getByText("It is the same as"), dialog.getByRole("button", { name: "Try again" })];
  const found = await first(back, ...none);
  if (found && (await back.isVisible())) await back.click();
  else await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "detached" });
  if (!found) return "looked at a revision";
  const said = await first(
    page.getByText(/The text is that of revision \d+ again/),
    page.getByText("so nothing was done"),
    page.getByText("but it could not be saved yet"),
  );
  return `went back: ${said ? await said.innerText({ timeout: PATIENCE_MS }).catch(() => "said") : "no answer yet"}`;
}

async function name(run: Beside): Promise<string> {
  const { page, word } = run;
  await panel(run, "Revisions");
  const present = page.getByRole("button", { name: /^Name/ });
  if (!(await first(present))) return "nothing to name";
  await present.first().click();
  const dialog = page.getByRole("dialog", { name: "What this text is called" });
  await dialog.getByRole("textbox").fill(`Name ${word}`);
  await page.keyboard.press("Enter");
  const isNamed = await dialog.waitFor({ state: "detached", timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
  if (isNamed) return "named the text";
  // It may be named after all.
  await until(async () => {
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Cancel" }).click({ timeout: 1_000 });
    await dialog.waitFor({ state: "detached", timeout: 1_000 });
  });
  return "could not name the text";
}

/** How many proposals were made. */
let proposals = 0;

async function proposal(run: Beside): Promise<string> {
  const { studio, page, project, document, word, isReached } = run;
  if (!isReached) return "no proposal";
  const { content } = await studio.ask("GET", `/api/projects/${project}/documents/${document}`);
  const before = /\w+/.exec(content)?.[0];
  if (before === undefined || content.split(before).length !== 2) return "nothing to propose";
  // The same word may have been proposed before, and not accepted.
  proposals += 1;
  const summary = `Add ${word}, proposal ${proposals}.`;
  await studio.ask("POST", `/api/projects/${project}/proposals`, {
    target: { kind: "document", id: document },
    agent: "proseguard",
    summary,
    changes: [{ before, after: `${before} ${word}` }],
  });
  await panel(run, "Proposals");
  const card = page.getByRole("complementary").locator(".card").filter({ hasText: summary });
  const accept = card.getByRole("button", { name: "Accept", exact: true });
  if (!(await first(accept)) || (await accept.isDisabled())) return "a proposal that cannot be accepted";
  await accept.click();
  await first(card.getByText("Accepted", { exact: true }), page.getByText("so nothing was done"));
  const now = await studio.ask("GET", `/api/projects/${project}/documents/${document}`);
  if (!now.content.includes(word)) return "a proposal that was not accepted";
  run.took(word);
  return `accepted ${word}`;
}

async function undo({ page }: Beside): Promise<string> {
  const button = page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last();
  // The notice may go by itself.
  return button.click({ timeout: 1_000 }).then(
    () => "took it back",
    () => "nothing to take back",
  );
}
