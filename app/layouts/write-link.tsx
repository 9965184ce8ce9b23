import { IconNotes } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../lib/api.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { getLastNotebook } from "../care/recent-notebook.ts";
import styles from "./write-link.module.css";

/**
 * Forms (also the one on a page, `?invite`), and pages about something else: a button that leaves them would be in the
 * way.
 */
const WITHOUT =
  /\/(new|edit|add|activate|change|plans\/list|plans\/zone|escalation)(\?|$)|\?invite|^\/(recording|account|admin|notifications)([/?]|$)/;

type Notebooks = FunctionReturnType<typeof api.diaries.listMyDiaries>;

/**
 * The notebook for a note begun by "Write" on the page of a path: the open one, else the last; undefined without Write.
 */
export function getNotebookToWrite(
  notebooks: Notebooks | undefined,
  path: string,
): Notebooks[number] | undefined {
  if (WITHOUT.test(path)) return undefined;
  const writable = notebooks?.filter(
    ({ isArchived, permissions }) => !isArchived && permissions.includes("notes.create"),
  );
  const byId = (id: string | null | undefined) =>
    writable?.find(({ _id, shortId }) => id === shortId || id === _id);
  return byId(/^\/care\/([^/?]+)/.exec(path)?.[1]) ?? byId(getLastNotebook()) ?? writable?.[0];
}

/** From each page to a new note, in the notebook that is open or was opened last; phones have it above the bottom bar. */
export function WriteLink() {
  const path = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const notebook = getNotebookToWrite(notebooks, path);
  if (!notebook) return null;
  return (
    <Link
      to="/care/$diaryId/note/new"
      params={{ diaryId: notebook.shortId }}
      search={{ type: "default" }}
      className={`${styles.link} no-print`}
      aria-label="Write a note"
    >
      <IconNotes aria-hidden="true" />
      <span className={styles.label}>Write</span>
    </Link>
  );
}
