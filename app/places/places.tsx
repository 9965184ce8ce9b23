import { IconCalendar, IconDots, IconNotebook, IconPill, IconSun } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { t } from "../../lib/words/t.ts";
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
  // Without a notebook both lead to where one is made.
  const notebooks = { to: "/care" } as const;
  const notes = diaryId === null ? notebooks : ({ to: "/care/$diaryId", params: { diaryId } } as const);
  const medicines =
    diaryId === null ? notebooks : ({ to: "/care/$diaryId/doses", params: { diaryId } } as const);
  const mark = (place: Place) => ({
    className: place === open ? `${styles.item} ${styles.open}` : styles.item,
    activeProps: {},
    activeOptions: { exact: true, includeSearch: false },
    "aria-current": place === open ? ("true" as const) : undefined,
  });
  return (
    <nav className={`${styles.bar} no-print`} aria-label={t("shell.places")}>
      <Link to="/home" {...mark("today")}>
        <IconSun aria-hidden="true" />
        <span>{t("shell.today")}</span>
      </Link>
      <Link {...notes} {...mark("notes")}>
        <IconNotebook aria-hidden="true" />
        <span>{t("shell.notes")}</span>
      </Link>
      <Link {...medicines} {...mark("medicines")}>
        <IconPill aria-hidden="true" />
        <span>{t("shell.medicines")}</span>
      </Link>
      <Link to="/calendar" {...mark("calendar")}>
        <IconCalendar aria-hidden="true" />
        <span>{t("shell.calendar")}</span>
      </Link>
      <Link to="/more" {...mark("more")}>
        <IconDots aria-hidden="true" />
        <span>{t("shell.more")}</span>
      </Link>
    </nav>
  );
}
