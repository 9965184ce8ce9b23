import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { formatNewerList } from "../../notes/rules/list-words.ts";
import styles from "./newer-list-notice.module.css";

/** A notice on an older list, also in print, that links to the valid one. */
export function NewerListNotice({ noteId }: { noteId: string }) {
  const { diaryId } = useParams({ from: "/signed-in/care/$diaryId/note/$noteId" });
  const newer = useLiveQuery(api.notes.newerMedications, { noteId });
  if (!newer) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      className={styles.notice}
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={formatNewerList(newer)}
    >
      {newer.isShared ? (
        <Link to="/care/$diaryId/medications" params={{ diaryId }} className={`${styles.link} no-print`}>
          {t("medicationnote.seeValid")}
        </Link>
      ) : (
        t("medicationnote.mayDiffer")
      )}
    </Alert>
  );
}
