import { IconNotes } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { lastNotebook } from "../care/recent-notebook.ts";
import styles from "./write-link.module.css";

/**
 * Forms (also the one on a page, `?invite`), and pages about something else: a button that leaves them would be in the
 * way.
 */
const WITHOUT =
  /\/(new|edit|add|activate|change|plans\/list|plans\/zone|escalation)(\?|$)|\?invite|^\/(recording|account|admin|notifications)([/?]|$)/;

/** After so long nobody waits for the page itself any more. */
const READY_AFTER_MS = 5000;

/** Loads what shows the form of a note; what can't be loaded now is loaded when it is opened. */
async function fetchCode(): Promise<void> {
  await Promise.all([import("../care/care-area.tsx"), import("../care/notebook-gate.tsx")]);
  const { fetchWritingScreens } = await import("../care/notebook-screens.ts");
  await fetchWritingScreens();
}

/** Has what a new note needs here before it is pressed: the connection may be gone by then. */
function useReadyOffline(shortId: string | null): void {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsLater(true);
      fetchCode().catch(() => {});
    }, READY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useQuery(api.diaries.getDiaryByShortId, isLater && shortId ? { shortId } : "skip");
  useQuery(api.noteTypes.listActiveNoteTypes, isLater && shortId ? {} : "skip");
}

/** From each page to a new note, in the notebook that is open or was opened last; phones have it above the bottom bar. */
export function WriteLink() {
  const path = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const writable = notebooks?.filter(
    ({ isArchived, permissions }) => !isArchived && permissions.includes("notes.create"),
  );
  const byId = (id: string | null | undefined) =>
    writable?.find(({ _id, shortId }) => id === shortId || id === _id);
  const notebook = byId(/^\/care\/([^/?]+)/.exec(path)?.[1]) ?? byId(lastNotebook()) ?? writable?.[0];
  useReadyOffline(notebook?.shortId ?? null);
  if (!notebook || WITHOUT.test(path)) return null;
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
