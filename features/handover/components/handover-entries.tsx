import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "../../../lib/words/t.ts";
import { joinClassNames } from "../../../ui/class-names.ts";
import { List } from "../../../ui/list.tsx";
import { NewMark } from "../../../ui/new-mark.tsx";
import { Section } from "../../../ui/section.tsx";
import { UnsentStatus } from "../../../ui/unsent-status.tsx";
import type { Entry, PageSection, Target } from "../rules/page.ts";
import styles from "./handover-entries.module.css";

type HandoverSectionProps = {
  section: PageSection;
  /** As the address has it. */
  shownDiaryId: string;
  /** The entries that came while the page was open. */
  isNew: (entry: Entry) => boolean;
  onTask: (taskId: string) => void;
};

/** A section of the page; each entry links to its subject. */
export function HandoverSection({ section, isNew, ...ways }: HandoverSectionProps) {
  const { name, title, entries, more } = section;
  return (
    <Section title={title} className={joinClassNames(styles.section, name === "needs" && styles.needs)}>
      <List gap="none" isRuled={name !== "needs"}>
        {entries.map((entry) => (
          <li key={entry.key} className={styles.entry}>
            <Way target={entry.target} {...ways}>
              {entry.text}
            </Way>
            {entry.facts.length > 0 && <span className={styles.facts}>{entry.facts.join(" · ")}</span>}
            {[...entry.marks, ...(isNew(entry) ? [t("handover.justNow")] : [])].map((mark) => (
              <span key={mark} className={styles.mark}>
                <NewMark>{mark}</NewMark>
              </span>
            ))}
            {!entry.target && (
              <span className={styles.mark}>
                <UnsentStatus>{t("handover.saving")}</UnsentStatus>
              </span>
            )}
            {entry.parts?.map(([heading, text]) => (
              <p key={heading} className={styles.detail} dir="auto">
                <span className={styles.heading}>{t("handover.part", { heading })}</span> {text}
              </p>
            ))}
            {entry.detail && (
              <p className={styles.detail} dir="auto">
                {entry.detail}
              </p>
            )}
          </li>
        ))}
      </List>
      {more && <p className={styles.more}>{more}</p>}
    </Section>
  );
}

type WayProps = {
  target: Target | null;
  shownDiaryId: string;
  onTask: (taskId: string) => void;
  children: ReactNode;
};

/** The link to an entry's subject; a task opens over the page. */
function Way({ target, shownDiaryId: diaryId, onTask, children }: WayProps) {
  const className = styles.way;
  if (!target) return <span className={className}>{children}</span>;
  switch (target.type) {
    case "task":
      return (
        <button type="button" className={className} onClick={() => onTask(target.id)}>
          {children}
        </button>
      );
    case "note":
    case "comments":
      return (
        <Link
          className={className}
          to="/care/$diaryId/note/$noteId"
          params={{ diaryId, noteId: target.id }}
          {...(target.type === "comments" && { hash: "comments" })}
        >
          {children}
        </Link>
      );
    case "program":
      return (
        <Link
          className={className}
          to="/care/$diaryId/programs/$diaryProgramId"
          params={{ diaryId, diaryProgramId: target.id }}
        >
          {children}
        </Link>
      );
    case "plan":
      return (
        <Link className={className} to="/care/$diaryId/plans/$planId" params={{ diaryId, planId: target.id }}>
          {children}
        </Link>
      );
    case "appointment":
      return (
        <Link
          className={className}
          to="/care/$diaryId/appointments/$appointmentId"
          params={{ diaryId, appointmentId: target.id }}
        >
          {children}
        </Link>
      );
    case "doses":
      return (
        <Link className={className} to="/care/$diaryId/doses" params={{ diaryId }}>
          {children}
        </Link>
      );
    case "tasks":
      return (
        <Link className={className} to="/tasks" search={{ tab: "all" }}>
          {children}
        </Link>
      );
    case "members":
      return (
        <Link className={className} to="/care/$diaryId/members" params={{ diaryId }}>
          {children}
        </Link>
      );
  }
}
