import type { Notebook } from "../../../lib/api.ts";
import { longDay } from "../../../lib/dates/zone-day.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { getShownId } from "../../../lib/shown-id.ts";
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
    <Section title={`The last ${RECENT_DAYS} days`} isApart>
      {programs.map(({ programName, done, missed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two programs may have one name; nothing moves
        <p key={index} className={styles.fact}>
          {`${programName}: ${pluralize(done, "task")} done, ${missed} missed`}
        </p>
      ))}
      {commentCount > 0 && (
        <p className={styles.fact}>{`${pluralize(commentCount, "comment")} by the team`}</p>
      )}
      {days.length === 0 && <Soft>No notes in these days.</Soft>}
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
      {notes.isCut && <Soft>Earlier notes of these days are in the notebook.</Soft>}
    </Section>
  );
}
