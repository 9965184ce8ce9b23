import { IconNotes } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useEffect } from "react";
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

/** Has what a new note needs here before it is pressed: the connection may be gone by then. */
function useReadyOffline(shortId: string | undefined): void {
  const convex = useConvex();
  useEffect(() => {
    if (!shortId) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      import("../care/ready-offline.ts").then((module) => {
        stop = module.readyOffline(convex, shortId);
      }, console.warn);
    }, READY_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [convex, shortId]);
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
  const isShown = notebook !== undefined && !WITHOUT.test(path);
  useReadyOffline(isShown ? notebook.shortId : undefined);
  if (!isShown) return null;
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
