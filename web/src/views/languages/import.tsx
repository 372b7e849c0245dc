// The import of a table into a lexicon: all of it, or nothing with the reasons.

import { useRef, useState } from "preact/hooks";
import { ApiFailure, failureOf } from "../../api/failure";
import { languages as calls } from "../../api/languages";
import { number } from "../../state/time";
import { texts } from "../../texts";
import { languages } from "../../texts/languages";
import { Dialog, openDialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";

const t = languages.lexicon;

/** The largest table that the service takes, in bytes. */
const TABLE_BYTES_MAX = 64 * 1024 * 1024;

/** The most mistakes that are listed. */
const PROBLEMS_MAX = 20;

export function ImportButton({ languageId }: { languageId: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      if (file.size > TABLE_BYTES_MAX) throw new ApiFailure(413, t.tooLarge, null);
      const { made, updated, unchanged, ignoredColumns } = await calls.importTable(
        languageId,
        await file.text(),
      );
      const ignored = ignoredColumns.length === 0 ? "" : ` ${t.ignored(ignoredColumns.join(", "))}`;
      notify(t.imported(number(made), number(updated), number(unchanged)) + ignored);
    } catch (thrown) {
      const failure = failureOf(thrown);
      openDialog((close) => <Refused failure={failure} close={close} />);
    } finally {
      setBusy(false);
      // The same file can be chosen again once it is corrected.
      if (field.current) field.current.value = "";
    }
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".csv,text/csv"
        class="visually-hidden"
        tabIndex={-1}
        aria-label={t.import}
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      <button type="button" class="button" disabled={isBusy} onClick={() => field.current?.click()}>
        {t.import}
      </button>
    </>
  );
}

/** Why a table was not taken, line by line. */
function Refused({ failure, close }: { failure: ApiFailure; close: () => void }) {
  const problems = typeof failure.detail === "string" ? [] : failure.detail;
  return (
    <Dialog title={t.importFailed} onClose={close}>
      {problems.length === 0 ? <p>{failure.message}</p> : <p>{t.importFailedText}</p>}
      {problems.length > 0 && (
        <ul class="problems">
          {problems.slice(0, PROBLEMS_MAX).map((problem, index) => (
            <li key={index}>
              <bdi>{t.problem(String(problem.loc[1] ?? 1), String(problem.loc[2] ?? ""), problem.msg)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {problems.length > PROBLEMS_MAX && <p>{t.moreProblems(number(problems.length - PROBLEMS_MAX))}</p>}
      {failure.requestId !== null && <p class="meta">{texts.failure.request(failure.requestId)}</p>}
      <footer class="dialog-footer">
        <button type="button" class="button is-primary" data-autofocus onClick={close}>
          {texts.actions.close}
        </button>
      </footer>
    </Dialog>
  );
}
