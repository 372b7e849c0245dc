// Where files are dropped or chosen.

import { useRef, useState } from "preact/hooks";
import { transfer as t } from "../../texts/transfer";
import { type Found, fromDrop, fromField } from "./files";

interface ChooseProps {
  /** Given a promise, since folders are looked into after they were dropped. */
  take: (found: Promise<Found[]>) => void;
}

export function Choose({ take }: ChooseProps) {
  const [isOver, setOver] = useState(false);
  // Leaving an element inside is not leaving the whole.
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    <div
      class={`drop${isOver ? " is-over" : ""}`}
      onDragEnter={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      }}
      onDrop={(event) => {
        if (!hasFiles(event) || !event.dataTransfer) return;
        event.preventDefault();
        leave();
        take(fromDrop(event.dataTransfer));
      }}
    >
      <h2>{isOver ? t.choose.dropping : t.choose.title}</h2>
      <p class="meta">{t.choose.text}</p>
      <p class="drop-fields">
        <FileField label={t.choose.files} take={take} />
        <FileField label={t.choose.folder} take={take} isFolder />
      </p>
    </div>
  );
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

function FileField({ label, take, isFolder = false }: { label: string; isFolder?: boolean } & ChooseProps) {
  const folder = isFolder
    ? { webkitdirectory: true }
    : { accept: ".md,.markdown,.txt,.docx,.epub,.odt,.fountain,.zip,.json" };
  return (
    <label class="button file-field">
      <input
        type="file"
        class="visually-hidden"
        multiple
        {...folder}
        onChange={(event) => {
          const { currentTarget } = event;
          const { files } = currentTarget;
          if (files && files.length > 0) take(Promise.resolve(files).then(fromField));
          // The same files can be chosen again.
          setTimeout(() => (currentTarget.value = ""));
        }}
      />
      {label}
    </label>
  );
}
