import { IconCheck, IconRepeat, IconUser } from "@tabler/icons-react";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Fact, Facts } from "../../../ui/text.tsx";
import styles from "./sample-diary.module.css";

const tasks = [
  { title: "Ten minutes of walking", when: "09:30", by: "Anna", isDone: true, repeats: true },
  { title: "Change the dressing", when: "11:00", by: "Nurse Petra", isDone: true, repeats: false },
  {
    title: "Call the practice about the blood test",
    when: "14:00",
    by: "Jonas",
    isDone: false,
    repeats: false,
  },
  { title: "Evening exercises", when: "18:00", by: "Anna", isDone: false, repeats: true },
];

/** Today's tasks of the fictional notebook. */
export function SampleTasks() {
  return (
    <section aria-labelledby="sample-tasks">
      <h3 id="sample-tasks" className={styles.part}>
        Today
      </h3>
      <List gap="none" className={styles.tasks}>
        {tasks.map(({ title, when, by, isDone, repeats }) => (
          <li key={title} className={styles.task} data-done={isDone || undefined}>
            <span className={styles.box} aria-hidden="true">
              {isDone && <IconCheck size={16} stroke={3} />}
            </span>
            <div>
              <p className={styles.taskTitle}>
                {title}
                <span className="visually-hidden">{isDone ? ", done" : ", to do"}</span>
              </p>
              <Facts className={styles.meta}>
                <span>{when}</span>
                <Fact>
                  <IconUser size={16} aria-hidden="true" /> {by}
                </Fact>
                {repeats && (
                  <Fact>
                    <IconRepeat size={16} aria-hidden="true" /> Daily
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
        After a hip replacement
      </h3>
      <Facts className={styles.meta}>Phase 2 of 4: Getting steadier</Facts>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Progress of the program"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={62}
        aria-valuetext="62 %, 26 of 42 tasks"
      >
        <div className={styles.bar} />
      </div>
      <Facts className={styles.meta}>
        <strong>62%</strong>
        <span>26 of 42 tasks</span>
        <span>Day 18</span>
      </Facts>
    </Card>
  );
}
