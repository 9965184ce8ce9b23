import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { createId } from "../../../lib/ids.ts";
import { getRecordingSize } from "../../../lib/sizes.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { joinClassNames } from "../../../ui/class-names.ts";
import { List } from "../../../ui/list.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Facts, Problem, Soft } from "../../../ui/text.tsx";
import { readFilesToSend } from "../client/chosen-files.ts";
import type { WaitingFile } from "../client/kept-files.ts";
import { useFileDrop } from "../client/use-file-drop.ts";
import { ATTACHMENT_MESSAGES, DESCRIPTION_LENGTH, isHeic, TOO_LARGE } from "../rules.ts";
import { AddFiles } from "./add-files.tsx";
import rowStyles from "./attachment-row.module.css";
import styles from "./chosen-files.module.css";
import iconStyles from "./file-icon.module.css";
import { FileIcon } from "./file-icon.tsx";

type ChosenFilesProps = {
  files: readonly WaitingFile[];
  /** Gets the change, because other files may be prepared at the same time. */
  onChange: (change: (files: readonly WaitingFile[]) => WaitingFile[]) => void;
};

/** The photos and files of a new note in its form, before they are uploaded. */
export function ChosenFiles({ files, onChange }: ChosenFilesProps) {
  const area = useRef<HTMLFieldSetElement>(null);
  const [refused, setRefused] = useState<string[]>([]);
  const [preparing, setPreparing] = useState(0);

  async function add(chosen: File[], keepsOriginals: boolean) {
    setPreparing((count) => count + chosen.length);
    const ready = await readFilesToSend(chosen, keepsOriginals);
    setPreparing((count) => count - chosen.length);
    setRefused(ready.filter(({ size }) => size >= TOO_LARGE).map(({ name }) => name));
    const fitting = ready.filter(({ size }) => size < TOO_LARGE);
    onChange((before) => [...before, ...fitting.map((file) => ({ id: createId(), file, description: "" }))]);
  }

  const setDescription = (id: string, description: string) =>
    onChange((before) => before.map((file) => (file.id === id ? { ...file, description } : file)));

  const isOver = useFileDrop(area, true, (dropped) => void add(dropped, false));

  return (
    <fieldset ref={area} className={styles.files} data-over={isOver || undefined}>
      <legend>{t("files.title")}</legend>
      {files.length > 0 && (
        <List gap="none" isRuled>
          {files.map(({ id, file, description }) => (
            <li key={id} className={joinClassNames(rowStyles.row, styles.row)}>
              <Picture file={file} />
              <div className={rowStyles.body}>
                <p className={rowStyles.name}>
                  <bdi>{file.name}</bdi>
                </p>
                <Facts className={rowStyles.meta}>{getRecordingSize(file.size)}</Facts>
              </div>
              <Button
                variant="subtle"
                onClick={() => onChange((before) => before.filter((other) => other.id !== id))}
              >
                <Rich text="files.remove" values={{ filename: file.name }} />
              </Button>
              {isHeic({ filename: file.name, mimeType: file.type }) ? (
                <Soft className={styles.below}>{t("files.heic")}</Soft>
              ) : (
                file.type.startsWith("image/") && (
                  <TextInput
                    className={styles.below}
                    aria-label={t("files.descriptionOf", { filename: file.name })}
                    placeholder={t("files.descriptionHint")}
                    maxLength={DESCRIPTION_LENGTH}
                    value={description}
                    onChange={(event) => setDescription(id, event.currentTarget.value)}
                  />
                )
              )}
            </li>
          ))}
        </List>
      )}
      <p aria-live="polite" className={preparing > 0 ? undefined : "visually-hidden"}>
        {preparing > 0 && t("files.preparing")}
      </p>
      {refused.map((name) => (
        <Problem key={name}>
          <bdi>{name}</bdi>: {writeMessage(ATTACHMENT_MESSAGES.size)}
        </Problem>
      ))}
      <AddFiles onFiles={(chosen, keepsOriginals) => void add(chosen, keepsOriginals)} />
    </fieldset>
  );
}

/** The picture itself, or an icon for other files and for formats that this browser can't show. */
function Picture({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith("image/")) return;
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (!url) return <FileIcon type={file.type} />;
  return (
    <span className={iconStyles.tile}>
      <img src={url} alt="" onError={() => setUrl(null)} />
    </span>
  );
}
