import { IconSearch } from "@tabler/icons-react";
import { HelpCards } from "../components/help-cards.tsx";
import { HELP_QUESTIONS } from "../components/help-questions.tsx";
import { QuestionList } from "../components/question-list.tsx";
import { getMetadata } from "../rules.ts";
import styles from "./help.module.css";

/** `/help`: a search over its cards and questions (`components/help-search.ts`). */
export function HelpScreen() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{getMetadata("/help").title}</h1>
        <p className={styles.lead}>Answers for the first days with a care notebook, and for later ones.</p>
        <search>
          <form className={styles.search} action="/help" data-help-search="">
            <label htmlFor="help-search">Search for help</label>
            <div className={styles.field}>
              <IconSearch aria-hidden="true" />
              <input
                id="help-search"
                name="q"
                type="search"
                autoComplete="off"
                placeholder="invite, password, medication …"
                maxLength={100}
              />
            </div>
            <p role="status" className={styles.outcome} />
          </form>
        </search>
      </header>
      <section data-help-group="" aria-labelledby="begin">
        <h2 id="begin">Where to begin</h2>
        <HelpCards />
      </section>
      <section data-help-group="" aria-labelledby="questions">
        <h2 id="questions">Questions and answers</h2>
        <QuestionList questions={HELP_QUESTIONS} />
      </section>
      <p data-help-nothing="" hidden className={styles.nothing}>
        Try fewer or other words. Whoever runs your server can help as well.
      </p>
    </div>
  );
}
