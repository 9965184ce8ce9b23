import { Button } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { getRecordingSize } from "../../../lib/sizes.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Facts, Problem } from "../../../ui/text.tsx";
import { isUnderWay, type Upload, type UploadQueue } from "../client/upload-queue.ts";
import rowStyles from "./attachment-row.module.css";
import { FileIcon } from "./file-icon.tsx";
import styles from "./upload-row.module.css";

type UploadRowProps = {
  upload: Upload;
  queue: UploadQueue;
  /** There is no connection. */
  isOffline: boolean;
  /** Called when the row is removed while it has the focus. */
  onFocusLost: () => void;
};

/** One upload: its progress, or why it failed and how to continue. */
export function UploadRow({ upload, queue, isOffline, onFocusLost }: UploadRowProps) {
  const { id, file, state, sent, problem } = upload;
  const row = useRef<HTMLLIElement>(null);
  const values = { filename: file.name };

  useLayoutEffect(() => {
    const element = row.current!;
    return () => {
      if (element.contains(document.activeElement)) onFocusLost();
    };
  }, [onFocusLost]);

  return (
    <li ref={row} className={rowStyles.row} data-upload={state}>
      <FileIcon type={file.type} />
      <div className={rowStyles.body}>
        <p className={rowStyles.name}>
          <bdi>{file.name}</bdi>
        </p>
        {isUnderWay(upload) ? (
          <>
            <Facts className={rowStyles.meta}>
              <span>{getRecordingSize(file.size)}</span>
              <span>{isOffline ? t("uploads.waitingToSend") : describeStatus(upload)}</span>
            </Facts>
            <progress
              className={styles.progress}
              aria-label={t("uploads.uploadOf", values)}
              max={100}
              value={Math.round(sent * 100)}
            />
          </>
        ) : (
          <Problem>
            <span className="visually-hidden">{file.name}: </span>
            {problem}
          </Problem>
        )}
        <Actions isQuiet className="no-print">
          {/* One button in one place: the focus stays where it is when its task changes. */}
          {state === "failed" ? (
            <Button variant="subtle" onClick={() => queue.retry(id)}>
              <Rich text="uploads.tryAgain" values={values} />
            </Button>
          ) : (
            state !== "saving" && (
              <Button variant="subtle" onClick={() => queue.cancel(id)}>
                <Rich text={state === "refused" ? "uploads.dismiss" : "uploads.cancel"} values={values} />
              </Button>
            )
          )}
          {state === "failed" && (
            <Button variant="subtle" onClick={() => queue.cancel(id)}>
              <Rich text="uploads.dismiss" values={values} />
            </Button>
          )}
        </Actions>
      </div>
    </li>
  );
}

function describeStatus({ state, sent }: Upload): string {
  if (state === "waiting") return t("uploads.waiting");
  return state === "saving"
    ? t("uploads.saving")
    : t("uploads.uploading", { percent: Math.round(sent * 100) });
}
