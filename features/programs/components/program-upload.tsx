import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconUpload } from "@tabler/icons-react";
import { type ChangeEvent, useRef } from "react";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { useWaitsForNetwork } from "../../../ui/use-waits-for-network.ts";
import { usePageDrop } from "../client/use-page-drop.ts";
import { useProgramUpload } from "../client/use-program-upload.ts";
import styles from "./program-upload.module.css";

/** Adds a program to the notebook's library from a JSON file, selected or dropped on the page. */
export function ProgramUpload({ diaryId, onCreated }: { diaryId: string; onCreated: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { status, upload } = useProgramUpload(diaryId, onCreated);
  const isBusy = status?.kind === "busy";
  const isWaiting = useWaitsForNetwork(isBusy);
  const isOver = usePageDrop(!isBusy, upload);

  function uploadFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (file) void upload(file);
    // Reset, so that the same file can be selected again.
    currentTarget.value = "";
  }

  return (
    <div className={styles.upload} data-over={isOver || undefined}>
      <div className={styles.row}>
        <Button
          variant="default"
          leftSection={<IconUpload size={20} aria-hidden="true" />}
          loading={isBusy}
          onClick={() => input.current!.click()}
        >
          {t("library.upload")}
        </Button>
        <p className={styles.hint}>
          <Rich
            text="library.uploadHint"
            values={{ desk: (content) => <span className={styles.desk}>{content}</span> }}
          />
        </p>
      </div>
      <input ref={input} type="file" accept=".json,application/json" hidden onChange={uploadFile} />
      <p className={styles.error} role="alert">
        {status?.kind === "error" && (
          <>
            <IconAlertTriangle size={20} aria-hidden="true" />
            <span>{status.message}</span>
          </>
        )}
      </p>
      <p className={styles.done} role="status">
        {status?.kind === "done" && <IconCircleCheck size={20} aria-hidden="true" />}
        {status && status.kind !== "error" && (
          <span>{isWaiting ? t("library.waiting") : status.message}</span>
        )}
      </p>
    </div>
  );
}
