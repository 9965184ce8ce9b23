import { t } from "../../../lib/words/t.ts";
import { Claims } from "../components/claims.tsx";
import type { Question } from "../components/help-questions.tsx";
import { PlanCard } from "../components/plan-card.tsx";
import { QuestionList } from "../components/question-list.tsx";
import { PLANS } from "../rules/plans.ts";
import styles from "./pricing.module.css";

const QUESTIONS: readonly Question[] = [
  { question: "pricing.ownServer", answer: ["pricing.ownServerAnswer"] },
  { question: "pricing.whoCounts", answer: ["pricing.whoCountsAnswer"] },
  { question: "pricing.smaller", answer: ["pricing.smallerAnswer"] },
  { question: "pricing.change", answer: ["pricing.changeAnswer"] },
];

/** `/pricing`: three plans and four questions (workspace 2.2, 9). */
export function PricingScreen() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t("pricing.title")}</h1>
        <p>{t("pricing.lead")}</p>
      </header>
      <ul className={styles.plans}>
        {PLANS.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
      <div className={styles.small}>
        <p>{t("pricing.hosted")}</p>
      </div>
      <section aria-labelledby="included">
        <h2 id="included">{t("pricing.included")}</h2>
        <Claims />
      </section>
      <section aria-labelledby="questions">
        <h2 id="questions">{t("pricing.questions")}</h2>
        <QuestionList questions={QUESTIONS} />
      </section>
    </div>
  );
}
