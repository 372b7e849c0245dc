// Exports of a project as files that the browser keeps, and what there is to know about backups.

import { useEffect, useId, useState } from "preact/hooks";
import { backups } from "../../api/backups";
import { type Comments, exports } from "../../api/exports";
import { health } from "../../api/health";
import type { ProjectExport, ProjectItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { useTicking } from "../../live/ticking";
import { seesBackups, useBackups } from "../../state/backups";
import { isOfBook } from "../../state/documents";
import { mayAdminister } from "../../state/session";
import { exactly } from "../../state/time";
import { texts } from "../../texts";
import { transfer as t } from "../../texts/transfer";
import { saveFile, sizeText } from "../../ui/files";
import { Await, Code } from "../../ui/states";
import { attempt } from "../../ui/toast";

/** The deepest heading of Markdown. */
const HEADING_MAX = 6;

type Format = keyof typeof t.export.formats;

const FORMATS = Object.keys(t.export.formats) as Format[];

export function Export({ project }: { project: ProjectItem }) {
  return (
    <>
      <Manuscript project={project} />
      <Whole project={project} />
    </>
  );
}

/** The manuscript as one file, in one of several formats. */
function Manuscript({ project }: { project: ProjectItem }) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [format, setFormat] = useState<Format>("md");
  const [author, setAuthor] = useState("");
  const [comments, setComments] = useState<Comments>("none");
  const run = async () => {
    setBusy(true);
    const file = `${fileName(project.name || texts.untitled)}.${format}`;
    await attempt(
      async () => {
        if (format === "md") {
          return saveFile(file, new Blob([manuscriptOf(await exports.project(project.id, false))], { type: "text/markdown" }));
        }
        return saveFile(file, await exports.book(project.id, { format, author: author.trim(), comments }));
      },
      (done) => t.export.downloaded(done.file, sizeText(done.bytes)),
    );
    setBusy(false);
  };
  return (
    <section class="transfer-part">
      <h2>{t.export.manuscript}</h2>
      <p>{t.export.manuscriptText}</p>
      <fieldset class="segments">
        <legend>{t.export.format}</legend>
        {FORMATS.map((one) => (
          <label key={one}>
            <input type="radio" name={`${id}-format`} checked={format === one} onChange={() => setFormat(one)} />
            <span>{t.export.formats[one]}</span>
          </label>
        ))}
      </fieldset>
      {format !== "md" && (
        <div class="field into-field">
          <label for={`${id}-author`}>{t.export.author}</label>
          <input
            id={`${id}-author`}
            type="text"
            dir="auto"
            maxLength={AUTHOR_MAX}
            value={author}
            onInput={(event) => setAuthor(event.currentTarget.value)}
          />
        </div>
      )}
      {format === "docx" && (
        <div class="field into-field">
          <label for={`${id}-comments`}>{t.export.comments}</label>
          <select
            id={`${id}-comments`}
            value={comments}
            onChange={(event) => setComments(event.currentTarget.value as Comments)}
          >
            {Object.entries(t.export.commentChoices).map(([word, title]) => (
              <option key={word} value={word} selected={word === comments}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
      <button type="button" class="button" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? t.export.preparing : t.export.manuscriptAction(t.export.formats[format])}
      </button>
    </section>
  );
}

/** The longest name of an author, in characters. */
const AUTHOR_MAX = 200;

/** Everything of the project, to be imported again. */
function Whole({ project }: { project: ProjectItem }) {
  const [isBusy, setBusy] = useState(false);
  const [hasRevisions, setRevisions] = useState(true);
  const run = async () => {
    setBusy(true);
    await attempt(
      async () => {
        const found = await exports.project(project.id, hasRevisions);
        const blob = new Blob([JSON.stringify(found)], { type: "application/json" });
        return saveFile(`${fileName(project.name || texts.untitled)}.json`, blob);
      },
      (done) => t.export.downloaded(done.file, sizeText(done.bytes)),
    );
    setBusy(false);
  };
  return (
    <section class="transfer-part">
      <h2>{t.export.whole}</h2>
      <p>{t.export.wholeText}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={hasRevisions}
          onChange={(event) => setRevisions(event.currentTarget.checked)}
        />
        <span>{t.export.revisions}</span>
      </label>
      <button type="button" class="button" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? t.export.preparing : t.export.wholeAction}
      </button>
    </section>
  );
}

export function Backups() {
  const found = useCached("health/backup", (signal) => health.ready({ signal }), () => false);
  useTicking(found);
  return (
    <section class="transfer-part">
      <h2>{t.backups.title}</h2>
      <p>{t.backups.text}</p>
      <Await of={found}>
        {({ parts }) => (
          <p role="status">
            <strong>{t.backups.states[parts.backup]}</strong>
          </p>
        )}
      </Await>
      {seesBackups() && <BackupList />}
      <p>{t.backups.commands}</p>
      <Code text={t.backups.code} />
    </section>
  );
}

/** How long to wait before the list is read again while a backup is being made, in milliseconds. */
const RUNNING_MS = 1_000;

/** The backups that there are, and one more for who may ask for it. */
function BackupList() {
  const found = useBackups();
  useTicking(found);
  const list = found.value.value;
  const isRunning = list?.isRunning === true;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => void found.reload(), RUNNING_MS);
    return () => clearTimeout(timer);
  }, [list]);
  const make = () =>
    attempt(
      async () => {
        found.set(await backups.make());
        // In place of an older reading that may be under way.
        void found.reload();
      },
      () => t.backups.asked,
    );
  return (
    <>
      {list?.failure != null && <p class="problem">{list.failure}</p>}
      {mayAdminister() && (
        <button type="button" class="button" disabled={isRunning} onClick={() => void make()}>
          {isRunning ? t.backups.running : t.backups.action}
        </button>
      )}
      <Await of={found}>
        {(known) =>
          known === null || known.backups.length === 0 ? (
            <p>{t.backups.empty}</p>
          ) : (
            <div class="backup-list" role="region" aria-label={t.backups.list} tabIndex={0}>
              <table class="preview-table">
                <thead>
                  <tr>
                    <th scope="col">{t.backups.made}</th>
                    <th scope="col">{t.backups.size}</th>
                  </tr>
                </thead>
                <tbody>
                  {known.backups.map((one) => (
                    <tr key={one.name}>
                      <th scope="row">
                        <time dateTime={one.madeAt} title={one.name}>
                          {exactly(one.madeAt)}
                        </time>
                      </th>
                      <td>{one.isComplete ? sizeText(one.bytes) : t.backups.incomplete}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Await>
    </>
  );
}

/** A row of an exported document, as far as it matters here. */
interface Row {
  id: string;
  parentId: string | null;
  kind: string;
  title: string;
  deletedAt: unknown;
  content: string;
}

/** The manuscript of an export in one Markdown file: its rows and files are in the order of reading. */
export function manuscriptOf({ files }: ProjectExport): string {
  const bodies = new Map(files.map(({ path, content }) => [path, content]));
  const tables = files.filter(({ path }) => /^document(-\d+)?\.json$/.test(path));
  const rows = tables.flatMap(({ content }) => JSON.parse(content) as Row[]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const level = (row: Row, steps = 1): number => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    return parent && steps < HEADING_MAX ? level(parent, steps + 1) : steps;
  };
  const written = rows
    .filter((row) => row.deletedAt === null && isOfBook(row))
    .map((row) => section(row.title, level(row), (bodies.get(row.content) ?? "").trim()));
  if (written.length === 0) throw new Error(t.export.empty);
  return `${written.join("\n\n")}\n`;
}

/** A document below its title, unless its text begins with a heading of its own. */
function section(title: string, level: number, text: string): string {
  if (/^#{1,6}\s/.test(text)) return text;
  const heading = `${"#".repeat(level)} ${title}`;
  return text === "" ? heading : `${heading}\n\n${text}`;
}

/** Characters that some system does not take in the name of a file. */
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]+/g;

/** The longest name of a file without its ending, in characters. */
const NAME_MAX = 80;

function fileName(name: string): string {
  const made = name.replace(FORBIDDEN, " ").replace(/\s+/g, " ").trim().slice(0, NAME_MAX);
  return made.replace(/^\.+|\.+$/g, "") || "project";
}
