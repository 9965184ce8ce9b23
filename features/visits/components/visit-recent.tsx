import type { Notebook } from "../../../lib/api.ts";
import { longDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Visit } from "../client/use-visit.ts";
import { RECENT_DAYS } from "../rules.ts";
import { NoteEntry } from "./note-entry.tsx";
import styles from "./visit-recent.module.css";

type VisitRecentProps = { notebook: Notebook; visit: Pick<Visit, "notes" | "programs" | "commentCount"> };

/** What happened in the last days: the programs' tasks in numbers, and the notes by day. */
export function VisitRecent({ notebook, visit }: VisitRecentProps) {
  const { notes, programs, commentCount } = visit;
  const days = [...Map.groupBy(notes.shown, ({ noteDay }) => noteDay)];
  return (
    <Section title={t("visit.lastDays", { days: RECENT_DAYS })} isApart>
      {programs.map(({ programName, done, missed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two programs may have one name; nothing moves
        <p key={index} className={styles.fact}>
          {t("visit.programTasks", { program: programName, done, missed })}
        </p>
      ))}
      {commentCount > 0 && (
        <p className={styles.fact}>{t("visit.commentsByTeam", { count: commentCount })}</p>
      )}
      {days.length === 0 && <Soft>{t("visit.noNotes")}</Soft>}
      {days.map(([day, ofDay]) => (
        <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} className={styles.title}>
            {longDay(day)}
          </h3>
          <List gap="none">
            {ofDay.map((note) => (
              <NoteEntry key={note._id} note={note} shownDiaryId={getShownId(notebook)} heading="h4" />
            ))}
          </List>
        </section>
      ))}
      {notes.isCut && <Soft>{t("visit.earlierNotes")}</Soft>}
    </Section>
  );
}
