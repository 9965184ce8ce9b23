import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconEyeOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { formatNewerList } from "../../notes/rules/list-words.ts";
import type { LatestList } from "../client/use-latest-list.ts";
import styles from "./newer-list-notice.module.css";

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
          {t("medications.mayDiffer")}
        </Alert>
      )}
      {latest.visibility === "private" && (
        <Alert
          color="yellow"
          variant="outline"
          className={styles.notice}
          icon={<IconEyeOff aria-hidden="true" />}
          title={t("medications.onlyYou")}
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
      {list ? (
        <Rich
          text="medications.othersSee"
          values={{
            whom,
            link: (words) => (
              <Link
                to="/care/$diaryId/note/$noteId"
                params={{ diaryId: shownDiaryId, noteId: getShownId(list) }}
                className={styles.within}
              >
                {words}
              </Link>
            ),
            day: shortDay(list.noteDay),
            name: list.creatorName || t("shared.unknown"),
          }}
        />
      ) : (
        t("medications.othersSeeNone", { whom })
      )}
    </p>
  ));
}
