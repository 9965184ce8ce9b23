import { IconSearch } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import { HELP_CARDS, HelpCards } from "../components/help-cards.tsx";
import { HELP_QUESTIONS } from "../components/help-questions.tsx";
import { QuestionList } from "../components/question-list.tsx";
import { getPublicAddress } from "../rules/addresses.ts";
import { SEARCH_MARK } from "../rules.ts";
import styles from "./help.module.css";

/** What the search announces, by the number of answers: its script has no texts. */
const listOutcomes = () => [
  t("help.nothingFound", { search: SEARCH_MARK }),
  ...[...HELP_CARDS, ...HELP_QUESTIONS].map((_, index) => t("help.found", { count: index + 1 })),
];

/** `/help`: a search over its cards and questions (`client/help-search.ts`). */
export function HelpScreen() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t("help.title")}</h1>
        <p className={styles.lead}>{t("help.lead")}</p>
        <search>
          <form
            className={styles.search}
            action={getPublicAddress("/help")}
            data-help-search={JSON.stringify(listOutcomes())}
          >
            <label htmlFor="help-search">{t("help.search")}</label>
            <div className={styles.field}>
              <IconSearch aria-hidden="true" />
              <input
                id="help-search"
                name="q"
                type="search"
                autoComplete="off"
                placeholder={t("help.example")}
                maxLength={100}
              />
            </div>
            <p role="status" className={styles.outcome} />
          </form>
        </search>
      </header>
      <section data-help-group="" aria-labelledby="begin">
        <h2 id="begin">{t("help.begin")}</h2>
        <HelpCards />
      </section>
      <section data-help-group="" aria-labelledby="questions">
        <h2 id="questions">{t("help.questions")}</h2>
        <QuestionList questions={HELP_QUESTIONS} />
      </section>
      <p data-help-nothing="" hidden className={styles.nothing}>
        {t("help.tryOthers")}
      </p>
    </div>
  );
}
