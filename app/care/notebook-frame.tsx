import { IconArchive } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Notebook } from "../../lib/api.ts";
import { isCalendarDay, shortDay } from "../../lib/dates/zone-day.ts";
import { t } from "../../lib/words/t.ts";
import styles from "./notebook-frame.module.css";

type NotebookFrameProps = {
  notebook: Notebook;
  /** The notes themselves, whose heading is the notebook's name; its information, which names the person; or another page. */
  at: "notes" | "info" | "page";
  children: ReactNode;
};

/** The frame of a notebook's pages. The person's name is in the header of the app, and here on paper. */
export function NotebookFrame({ notebook, at, children }: NotebookFrameProps) {
  const subject = notebook.details.fullName || t("shared.unknownSubject");
  const birth = notebook.dateOfBirth ?? "";
  return (
    <>
      {at !== "info" && (
        // Name and date of birth identify a person for doctors.
        <p className={styles.onPaper}>
          {isCalendarDay(birth) ? t("care.bornOn", { name: subject, date: shortDay(birth) }) : subject}
        </p>
      )}
      {at === "notes" ? (
        <h1 className={styles.name} dir="auto">
          {notebook.name}
        </h1>
      ) : (
        // "Rosa Blum's Care Notebook" would only repeat the name.
        !notebook.name.includes(subject) && <p className={styles.onPaper}>{notebook.name}</p>
      )}
      {notebook.isArchived && (
        <p className={`${styles.archived} no-print`}>
          <IconArchive size={20} aria-hidden="true" /> {t("care.archived")}
        </p>
      )}
      {children}
    </>
  );
}
