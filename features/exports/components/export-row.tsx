import { Button } from "@mantine/core";
import { useState } from "react";
import type { Export } from "../../../lib/api.ts";
import { shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getRecordingSize } from "../../../lib/sizes.ts";
import { hasText, t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Facts } from "../../../ui/text.tsx";
import { describeExpiry } from "../rules.ts";
import styles from "./export-row.module.css";

/** A kind's description of an export, such as "Full report" of "May 1 – May 9". */
export type ExportWords = { name: string; range: string };

type ExportRowProps = {
  entry: Export;
  words: ExportWords;
  timeZone: string;
  now: number;
  onDownload: (entry: Export) => Promise<void>;
  onDelete: (entry: Export) => void;
};

/** One export: its subject and time, author, progress or expiry, and the viewer's actions. */
export function ExportRow({ entry, words, timeZone, now, onDownload, onDelete }: ExportRowProps) {
  const { format, status, progress, sizeBytes, expiresAt, downloadCount } = entry;
  const [isOpening, setIsOpening] = useState(false);
  const day = (ts: number) => shortDay(toDayInZone(ts, timeZone));
  const name = t("exportlist.named", { name: words.name, format: format.toUpperCase() });
  const state = status === "ready" && expiresAt <= now ? "expired" : status;

  async function download() {
    setIsOpening(true);
    await onDownload(entry);
    setIsOpening(false);
  }

  return (
    <li>
      <p className={styles.name}>{name}</p>
      <Facts className={styles.meta}>
        <span>{words.range}</span>
        <span>
          {t("exportlist.by", {
            name: entry.generatorName || t("shared.unknown"),
            day: day(entry._creationTime),
          })}
        </span>
        {state === "ready" && (
          <>
            {sizeBytes !== null && <span>{getRecordingSize(sizeBytes)}</span>}
            <span>{t("exportlist.downloads", { count: downloadCount })}</span>
            <span>{describeExpiry(expiresAt, now)}</span>
          </>
        )}
        {state === "expired" && <span>{t("exportlist.expired")}</span>}
      </Facts>
      {state === "making" && (
        <p className={styles.making}>
          <progress max={100} value={progress} aria-label={t("exportlist.isBeingMade", { name })} />
          <span>{t("exportlist.making", { percent: progress })}</span>
        </p>
      )}
      {state === "failed" && <p className={styles.failed}>{describeFailure(entry)}</p>}
      <Actions isQuiet>
        {state === "ready" && (
          <Button variant="subtle" loading={isOpening} onClick={() => void download()}>
            <Rich text="exportlist.download" values={{ file: entry.filename }} />
          </Button>
        )}
        {entry.canDelete && (
          <Button variant="subtle" onClick={() => onDelete(entry)}>
            <Rich text="exportlist.deleteOne" values={{ file: entry.filename }} />
          </Button>
        )}
      </Actions>
    </li>
  );
}

const describeFailure = ({ error, errorKey }: Export): string =>
  errorKey && hasText(errorKey) ? t(errorKey) : (error ?? t("exportlist.failed"));
