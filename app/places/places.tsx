import { IconCalendar, IconDots, IconNotebook, IconPill, IconSun } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { getPlace, type Place } from "./place.ts";
import styles from "./places.module.css";
import { useCurrentNotebookId } from "./use-current-notebook.ts";

/**
 * The five places, for the current notebook where there is one: on phones a bar within reach of a thumb, else a row
 * below the header.
 */
export function Places({ isKnown }: { isKnown: boolean }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const diaryId = useCurrentNotebookId(isKnown);
  const open = getPlace(path);
  const params = diaryId === null ? null : { diaryId };
  const mark = (place: Place) => ({
    className: place === open ? `${styles.item} ${styles.open}` : styles.item,
    activeProps: {},
    activeOptions: { exact: true, includeSearch: false },
    "aria-current": place === open ? ("true" as const) : undefined,
  });
  return (
    <nav className={`${styles.bar} no-print`} aria-label="Places">
      <Link to="/home" {...mark("today")}>
        <IconSun aria-hidden="true" />
        <span>Today</span>
      </Link>
      {params ? (
        <Link to="/care/$diaryId" params={params} {...mark("notes")}>
          <Notes />
        </Link>
      ) : (
        <Link to="/care" {...mark("notes")}>
          <Notes />
        </Link>
      )}
      {params ? (
        <Link to="/care/$diaryId/doses" params={params} {...mark("medicines")}>
          <Medicines />
        </Link>
      ) : (
        <Link to="/care" {...mark("medicines")}>
          <Medicines />
        </Link>
      )}
      <Link to="/calendar" {...mark("calendar")}>
        <IconCalendar aria-hidden="true" />
        <span>Calendar</span>
      </Link>
      <Link to="/more" {...mark("more")}>
        <IconDots aria-hidden="true" />
        <span>More</span>
      </Link>
    </nav>
  );
}

const Notes = () => (
  <>
    <IconNotebook aria-hidden="true" />
    <span>Notes</span>
  </>
);

const Medicines = () => (
  <>
    <IconPill aria-hidden="true" />
    <span>Medicines</span>
  </>
);
