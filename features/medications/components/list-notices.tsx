import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconEyeOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { formatNewerList } from "../../notes/rules/medication-words.ts";
import type { LatestList } from "../client/use-latest-list.ts";
import styles from "./newer-list-notice.module.css";

const WHOM = { team: "The care team sees", extended: "Viewers see" };

type ListNoticesProps = { latest: LatestList; shownDiaryId: string };

/** Notices above the list: that only its author sees it, or that a newer one is hidden from this reader. */
export function ListNotices({ latest, shownDiaryId }: ListNoticesProps) {
  return (
    <>
      {latest.newerList?.isShared === false && (
        <Alert
          color="yellow"
          variant="outline"
          className={styles.notice}
          icon={<IconAlertTriangle aria-hidden="true" />}
          title={formatNewerList(latest.newerList)}
        >
          What is taken now may differ. Please ask somebody of the care team.
        </Alert>
      )}
      {latest.visibility === "private" && (
        <Alert
          color="yellow"
          variant="outline"
          className={styles.notice}
          icon={<IconEyeOff aria-hidden="true" />}
          title="Only you see this list"
        >
          <ListsOfOthers latest={latest} shownDiaryId={shownDiaryId} />
        </Alert>
      )}
    </>
  );
}

/** Which lists others see who don't see this one. */
export function ListsOfOthers({ latest, shownDiaryId }: ListNoticesProps) {
  return latest.forOthers.map(({ whom, list }) => (
    <p key={whom} className={styles.others}>
      {WHOM[whom]}{" "}
      {list ? (
        <>
          <Link
            to="/care/$diaryId/note/$noteId"
            params={{ diaryId: shownDiaryId, noteId: getShownId(list) }}
            className={styles.within}
          >
            {`the list of ${shortDay(list.noteDay)}`}
          </Link>
          {` by ${list.creatorName || "Unknown"}.`}
        </>
      ) : (
        "no list."
      )}
    </p>
  ));
}
