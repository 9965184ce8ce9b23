import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconEyeOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { shownId } from "../../../lib/shown-id.ts";
import { shortDay } from "../../../lib/zone-day.ts";
import { Soft } from "../../../ui/text.tsx";
import type { LatestList } from "../client/use-latest-list.ts";
import { newerListWords } from "../rules.ts";
import styles from "./newer-list-notice.module.css";

const WHOM = { team: "The care team sees", extended: "Viewers see" };

type ListNoticesProps = { latest: LatestList; shownDiaryId: string };

/** Which lists others see when they don't see this one, and whether there is a newer one that the reader doesn't see. */
export function ListNotices({ latest, shownDiaryId }: ListNoticesProps) {
  const lines = latest.forOthers.map(({ whom, list }) => (
    <Soft key={whom}>
      {WHOM[whom]}{" "}
      {list ? (
        <>
          <Link
            to="/care/$diaryId/note/$noteId"
            params={{ diaryId: shownDiaryId, noteId: shownId(list) }}
            className={`${styles.link} no-print`}
          >
            {`the list of ${shortDay(list.noteDay)}`}
          </Link>
          {` by ${list.creatorName || "Unknown"}.`}
        </>
      ) : (
        "no list."
      )}
    </Soft>
  ));
  return (
    <>
      {latest.newerList?.isShared === false && (
        <Alert
          color="yellow"
          variant="outline"
          className={styles.notice}
          icon={<IconAlertTriangle aria-hidden="true" />}
          title={newerListWords(latest.newerList)}
        >
          What is taken now may differ. Please ask somebody of the care team.
        </Alert>
      )}
      {latest.visibility === "private" ? (
        <Alert
          color="yellow"
          variant="outline"
          className={styles.notice}
          icon={<IconEyeOff aria-hidden="true" />}
          title="Only you see this list"
        >
          {lines}
        </Alert>
      ) : (
        lines.length > 0 && <div className="no-print">{lines}</div>
      )}
    </>
  );
}
