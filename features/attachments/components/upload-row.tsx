import { Button } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { getRecordingSize } from "../../../lib/sizes.ts";
import { Actions } from "../../../ui/actions.tsx";
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
  const name = <span className="visually-hidden"> {file.name}</span>;

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
              <span>{isOffline ? "Waiting to be sent" : describeStatus(upload)}</span>
            </Facts>
            <progress
              className={styles.progress}
              aria-label={`Upload of ${file.name}`}
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
              Try again{name}
            </Button>
          ) : (
            state !== "saving" && (
              <Button variant="subtle" onClick={() => queue.cancel(id)}>
                {state === "refused" ? "Dismiss" : "Cancel"}
                {name}
              </Button>
            )
          )}
          {state === "failed" && (
            <Button variant="subtle" onClick={() => queue.cancel(id)}>
              Dismiss{name}
            </Button>
          )}
        </Actions>
      </div>
    </li>
  );
}

function describeStatus({ state, sent }: Upload): string {
  if (state === "waiting") return "Waiting…";
  return state === "saving" ? "Saving…" : `Uploading… ${Math.round(sent * 100)} %`;
}
