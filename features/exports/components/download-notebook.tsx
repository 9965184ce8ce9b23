import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { openDownload } from "../../../ui/open-download.ts";
import { COPY_MESSAGES } from "../rules/copies.ts";
import styles from "./download-notebook.module.css";

/** Downloads a copy of the notebook with everything the viewer sees. */
export function DownloadNotebook({ diaryId }: { diaryId: string }) {
  const getUrl = useAction(api.diaries.getCopyUrl);
  const [isAsking, setIsAsking] = useState(false);

  async function download() {
    setIsAsking(true);
    try {
      const { url } = await getUrl({ diaryId });
      // The page may be open under another host name of the same server.
      openDownload(new URL(url).pathname);
    } catch (error) {
      console.error(writeMessage(COPY_MESSAGES.failed), error);
      notifyFailure(getErrorMessage(error, writeMessage(COPY_MESSAGES.failed)));
    } finally {
      setIsAsking(false);
    }
  }

  return (
    <section className={`${styles.download} no-print`} aria-labelledby="download-notebook">
      <h2 id="download-notebook" className={styles.title}>
        {t("exports.copyTitle")}
      </h2>
      <p className={styles.hint}>{t("exports.copyText")}</p>
      <Button
        variant="default"
        loading={isAsking}
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onClick={() => void download()}
      >
        {t("exports.download")}
      </Button>
    </section>
  );
}
