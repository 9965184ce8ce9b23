import { Link } from "@tanstack/react-router";
import { t } from "../../../../lib/words/t.ts";
import styles from "./already-active-notice.module.css";

type AlreadyActiveNoticeProps = {
  by: string;
  /** The notebook's id as used in URLs. */
  diaryId: string;
  diaryProgramId: string;
};

/** Shows that the program is already active: another member, or the viewer in another window, has activated it. */
export function AlreadyActiveNotice({ by, diaryId, diaryProgramId }: AlreadyActiveNoticeProps) {
  return (
    <p role="status" className={styles.news}>
      {t("activation.activeMeanwhile", { name: by })}{" "}
      <Link
        to="/care/$diaryId/programs/$diaryProgramId"
        params={{ diaryId, diaryProgramId }}
        className={styles.link}
      >
        {t("activation.openProgram")}
      </Link>
    </p>
  );
}
