import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { HelpTopic } from "../rules/help-topics.ts";
import styles from "./question-list.module.css";

export type Question = {
  question: string;
  answer: ReactNode;
  /** Its place in the address, where a page of the app leads to it. */
  topic?: HelpTopic;
};

/** Questions with expandable answers that work without a script. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <ul className={styles.list}>
      {questions.map(({ question, answer, topic }) => (
        <li key={question} data-help-item="">
          <details className={styles.item} id={topic}>
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
