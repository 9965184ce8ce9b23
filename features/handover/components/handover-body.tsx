import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { OpenTask } from "../../updates/client/public.ts";
import type { Entry, HandoverPage } from "../rules/page.ts";
import styles from "./handover-body.module.css";
import { HandoverSection } from "./handover-entries.tsx";

type HandoverBodyProps = {
  notebook: Notebook;
  page: HandoverPage;
  isNew?: (line: Entry) => boolean;
  openTask: OpenTask;
};

const NOT_NEW = () => false;

/** The sections of a handover in their order, the quiet line, and older days. */
export function HandoverBody({ notebook, page, isNew = NOT_NEW, openTask }: HandoverBodyProps) {
  const [taskId, setTaskId] = useState<string | null>(null);
  return (
    <>
      {page.hint && <Soft className={styles.hint}>{page.hint}</Soft>}
      {page.own && (
        <HandoverSection
          section={page.own}
          shownDiaryId={getShownId(notebook)}
          isNew={NOT_NEW}
          onTask={setTaskId}
        />
      )}
      {page.nothing && <p className={styles.nothing}>{page.nothing}</p>}
      {page.sections.map((section) => (
        <HandoverSection
          key={section.name}
          section={section}
          shownDiaryId={getShownId(notebook)}
          isNew={isNew}
          onTask={setTaskId}
        />
      ))}
      {page.quiet && <p className={styles.quiet}>{page.quiet}</p>}
      {page.days.length > 0 && (
        <Section title={t("handover.byDay")}>
          <List gap="none" isRuled>
            {page.days.map(({ day, text }) => (
              <li key={day} className={styles.day}>
                <span>{day}</span>
                <span className={styles.counts}>{text}</span>
              </li>
            ))}
          </List>
        </Section>
      )}
      {page.older && <Soft>{page.older}</Soft>}
      {taskId && openTask(taskId, () => setTaskId(null))}
    </>
  );
}
