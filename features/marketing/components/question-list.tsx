import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./question-list.module.css";

export type Question = { question: string; answer: ReactNode };

/** Questions with expandable answers that work without a script. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <ul className={styles.list}>
      {questions.map(({ question, answer }) => (
        <li key={question} data-help-item="">
          <details className={styles.item}>
            <summary className={styles.question}>
              <h3>{question}</h3>
              <IconChevronDown className={styles.sign} aria-hidden="true" />
            </summary>
            <div className={styles.answer}>{answer}</div>
          </details>
        </li>
      ))}
    </ul>
  );
}
