import { IconChevronDown } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import type { Question } from "./help-questions.tsx";
import { Prose } from "./prose.tsx";
import styles from "./question-list.module.css";

/** Questions with expandable answers that work without a script. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <ul className={styles.list}>
      {questions.map(({ question, answer, topic }) => (
        <li key={question} data-help-item="">
          <details className={styles.item} id={topic}>
            <summary className={styles.question}>
              <h3>{t(question)}</h3>
              <IconChevronDown className={styles.sign} aria-hidden="true" />
            </summary>
            <div className={styles.answer}>
              <Prose parts={answer} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
