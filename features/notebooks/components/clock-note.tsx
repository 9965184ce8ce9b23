import { IconClock } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { useOtherClocks } from "../client/notebook-clocks.ts";
import styles from "./clock-note.module.css";

/** Names the time zone of days and times where it isn't the viewer's; `notebookId` is the only notebook shown. */
export function ClockNote({ notebookId }: { notebookId?: string | undefined }) {
  const clocks = useOtherClocks(notebookId, useMinute());
  if (clocks.length === 0) return null;
  return (
    <p className={styles.note}>
      <IconClock size={18} aria-hidden="true" />
      <span>{t("shared.clocks", { clocks: clocks.join("; ") })}</span>
    </p>
  );
}
