// Exports of a project as files that the browser keeps, and what there is to know about backups.

import { useState } from "preact/hooks";
import { exports } from "../../api/exports";
import { health } from "../../api/health";
import type { ProjectExport, ProjectItem } from "../../api/types";
import { useCached } from "../../live/cache";
import { texts } from "../../texts";
import { transfer as t } from "../../texts/transfer";
import { Await, Code } from "../../ui/states";
import { attempt } from "../../ui/toast";
import { sizeOf } from "./files";

/** The kinds of documents that are the manuscript. */
const MANUSCRIPT = ["part", "chapter", "scene"];

/** The deepest heading of Markdown. */
const HEADING_MAX = 6;

export function Export({ project }: { project: ProjectItem }) {
  const [busy, setBusy] = useState<"" | "manuscript" | "whole">("");
  const [hasRevisions, setRevisions] = useState(true);
  const run = async (what: "manuscript" | "whole") => {
    setBusy(what);
    await attempt(
      async () => {
        const found = await exports.project(project.id, what === "whole" && hasRevisions);
        const name = fileName(project.name || texts.untitled);
        return what === "whole"
          ? download(`${name}.json`, "application/json", JSON.stringify(found))
          : download(`${name}.md`, "text/markdown", manuscriptOf(found));
      },
      ({ file, bytes }) => t.export.downloaded(file, sizeOf(bytes)),
    );
    setBusy("");
  };
  return (
    <>
      <section class="transfer-part">
        <h2>{t.export.manuscript}</h2>
        <p>{t.export.manuscriptText}</p>
        <button type="button" class="button" disabled={busy !== ""} onClick={() => void run("manuscript")}>
          {busy === "manuscript" ? t.export.preparing : t.export.manuscriptAction}
        </button>
      </section>
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
        <button type="button" class="button" disabled={busy !== ""} onClick={() => void run("whole")}>
          {busy === "whole" ? t.export.preparing : t.export.wholeAction}
        </button>
      </section>
    </>
  );
}

export function Backups() {
  const found = useCached("health/backup", (signal) => health.ready({ signal }), () => false);
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
      <p>{t.backups.commands}</p>
      <Code text={t.backups.code} />
    </section>
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
    .filter((row) => row.deletedAt === null && MANUSCRIPT.includes(row.kind))
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

function download(file: string, type: string, text: string): { file: string; bytes: number } {
  const blob = new Blob([text], { type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = file;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
  return { file, bytes: blob.size };
}

/** How long the browser may take to begin a download, in milliseconds. */
const REVOKE_AFTER_MS = 60_000;
