import { IconArchive, IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { Notebook } from "../../lib/api.ts";
import { isCalendarDay, shortDay } from "../../lib/dates/zone-day.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { PhotoAvatar } from "../../ui/photo-avatar.tsx";
import styles from "./notebook-frame.module.css";

type NotebookFrameProps = {
  notebook: Notebook;
  /**
   * The open page: the notes themselves, a page within them, doses and plans, the medications, the page for a visit, or
   * another page of the notebook.
   */
  at: "notes" | "note" | "doses" | "medications" | "visit" | "page";
  children: ReactNode;
};

/**
 * The header of every page of a notebook: its subject and its pages. The switcher to another notebook is in the
 * header of the app.
 */
export function NotebookFrame({ notebook, at, children }: NotebookFrameProps) {
  const params = { diaryId: getShownId(notebook) };
  const subject = notebook.details.fullName || "Unknown Subject";
  const birth = notebook.dateOfBirth ?? "";
  // On the notes page the notebook's name is the page heading; other pages have their own.
  const Name = at === "notes" ? "h1" : "p";
  const pages = useRef<HTMLElement>(null);
  useEffect(() => showOpenPage(pages.current));
  return (
    <>
      <div className={styles.frame}>
        <div className={styles.head}>
          <Link to="/care" className={`${styles.back} no-print`} aria-label="All notebooks">
            <IconChevronLeft aria-hidden="true" />
          </Link>
          <PhotoAvatar name={subject} avatarUrl={notebook.avatarUrl} size={40} />
          <div
            className={notebook.name.includes(subject) ? `${styles.names} ${styles.isNamed}` : styles.names}
          >
            <p className={at === "page" ? `${styles.subject} no-print` : styles.subject}>
              {subject}
              {/* Printed pages show name and date of birth, which identify a person for doctors. */}
              {isCalendarDay(birth) && <span className={styles.onPaper}>{`, born ${shortDay(birth)}`}</span>}
            </p>
            <Name className={styles.name}>{notebook.name}</Name>
          </div>
        </div>
        {notebook.isArchived && (
          <p className={`${styles.archived} no-print`}>
            <IconArchive size={20} aria-hidden="true" /> This notebook is archived. It can still be read and
            written in.
          </p>
        )}
        <nav ref={pages} aria-label="This notebook" className={styles.pages}>
          <Link
            to="/care/$diaryId"
            params={params}
            activeOptions={{ exact: true, includeSearch: false }}
            className={at === "note" ? `${styles.page} ${styles.within}` : styles.page}
          >
            Notes
          </Link>
          <Link to="/care/$diaryId/handover" params={params} className={styles.page}>
            Handover
          </Link>
          <Link
            to="/care/$diaryId/doses"
            params={params}
            className={at === "doses" ? `${styles.page} ${styles.within}` : styles.page}
          >
            Doses
          </Link>
          <Link to="/care/$diaryId/medications" params={params} className={styles.page}>
            Medications
          </Link>
          <Link to="/care/$diaryId/programs" params={params} className={styles.page}>
            Programs
          </Link>
          <Link to="/care/$diaryId/members" params={params} className={styles.page}>
            Members
          </Link>
          <Link to="/care/$diaryId/info" params={params} className={styles.page}>
            Info
          </Link>
          {notebook.permissions.includes("notebook.edit") && (
            <Link to="/care/$diaryId/edit" params={params} className={styles.page}>
              Edit Info
            </Link>
          )}
        </nav>
      </div>
      {children}
    </>
  );
}

/** Scrolls the row of pages, which is wider than a phone, until the open one is in it. */
function showOpenPage(row: HTMLElement | null): void {
  const open = row?.querySelector<HTMLElement>("[aria-current=page]");
  if (!row || !open) return;
  const start = open.offsetLeft - row.offsetLeft;
  const end = start + open.offsetWidth;
  if (start < row.scrollLeft) row.scrollLeft = start;
  if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
}
