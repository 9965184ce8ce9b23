import { IconCheck, IconRepeat, IconUser } from "@tabler/icons-react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Fact, Facts } from "../../../ui/text.tsx";
import styles from "./sample-diary.module.css";

type SampleTask = { title: Key; when: string; by: Key; isDone?: boolean; repeats?: boolean };

const TASKS: readonly SampleTask[] = [
  { title: "sample.walk", when: "09:30", by: "sample.anna", isDone: true, repeats: true },
  { title: "sample.dressing", when: "11:00", by: "sample.nurse", isDone: true },
  { title: "sample.callPractice", when: "14:00", by: "sample.jonas" },
  { title: "sample.exercises", when: "18:00", by: "sample.anna", repeats: true },
];

/** Today's tasks of the fictional notebook. */
export function SampleTasks() {
  return (
    <section aria-labelledby="sample-tasks">
      <h3 id="sample-tasks" className={styles.part}>
        {t("sample.today")}
      </h3>
      <List gap="none" className={styles.tasks}>
        {TASKS.map(({ title, when, by, isDone, repeats }) => (
          <li key={title} className={styles.task} data-done={isDone}>
            <span className={styles.box} aria-hidden="true">
              {isDone && <IconCheck size={16} stroke={3} />}
            </span>
            <div>
              <p className={styles.taskTitle}>
                <Rich text={isDone ? "sample.done" : "sample.toDo"} values={{ title: t(title) }} />
              </p>
              <Facts className={styles.meta}>
                <span>{when}</span>
                <Fact>
                  <IconUser size={16} aria-hidden="true" /> {t(by)}
                </Fact>
                {repeats && (
                  <Fact>
                    <IconRepeat size={16} aria-hidden="true" /> {t("sample.daily")}
                  </Fact>
                )}
              </Facts>
            </div>
          </li>
        ))}
      </List>
    </section>
  );
}

/** A care program of the fictional notebook and its progress. */
export function SampleProgram() {
  return (
    <Card as="section" aria-labelledby="sample-program" className={styles.program}>
      <h3 id="sample-program" className={styles.programTitle}>
        {t("sample.program")}
      </h3>
      <Facts className={styles.meta}>{t("sample.phase")}</Facts>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={t("sample.progress")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={62}
        aria-valuetext={t("sample.progressText")}
      >
        <div className={styles.bar} />
      </div>
      <Facts className={styles.meta}>
        <strong>{t("sample.progressShort")}</strong>
        <span>{t("sample.taskCount")}</span>
        <span>{t("sample.day")}</span>
      </Facts>
    </Card>
  );
}
