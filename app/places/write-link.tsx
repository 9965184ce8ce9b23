import { IconPencil } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useRef } from "react";
import { api, type NotebookSummary } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { findCurrentNotebook } from "./use-current-notebook.ts";
import { useGivesWay } from "./use-gives-way.ts";
import styles from "./write-link.module.css";

/**
 * Forms (also the one on a page, `?invite`), and pages about something else: a button that leaves them would be in the
 * way.
 */
const WITHOUT =
  /\/(new|edit|add|activate|change|plans\/list|plans\/zone|escalation)(\?|$)|\?invite|^\/(recording|account|admin|notifications)([/?]|$)/;

/** Whether a note can be begun in a notebook. */
export const canWrite = ({ isArchived, permissions }: NotebookSummary): boolean =>
  !isArchived && permissions.includes("notes.create");

/** The notebook for a note begun by "Write" on the page of a path: the current one, else another; undefined without Write. */
export function getNotebookToWrite(
  notebooks: readonly NotebookSummary[] | undefined,
  path: string,
): NotebookSummary | undefined {
  if (WITHOUT.test(path)) return undefined;
  const writable = notebooks?.filter(canWrite);
  return writable && (findCurrentNotebook(writable, path) ?? undefined);
}

/**
 * From each page to a new note, in the current notebook. On phones a round button above the bar, in one place; it gives
 * way while it would cover a control.
 */
export function WriteLink() {
  const path = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const notebook = getNotebookToWrite(notebooks, path);
  return notebook ? <WriteButton diaryId={notebook.shortId} /> : null;
}

function WriteButton({ diaryId }: { diaryId: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useGivesWay(link);
  return (
    <Link
      ref={link}
      to="/care/$diaryId/note/new"
      params={{ diaryId }}
      search={{ type: "default" }}
      className={styles.link}
      aria-label={t("shell.writeNote")}
    >
      <IconPencil aria-hidden="true" />
      <span className={styles.label}>{t("shell.write")}</span>
    </Link>
  );
}
