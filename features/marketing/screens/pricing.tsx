import { Claims } from "../components/claims.tsx";
import { PlanCard } from "../components/plan-card.tsx";
import { QuestionList } from "../components/question-list.tsx";
import { getMetadata, PLANS } from "../rules.ts";
import styles from "./pricing.module.css";

const questions = [
  {
    question: "Do I have to pay when I run it myself?",
    answer: (
      <p>
        No. The software is open, and on a server of your own it is whole and free: the plans describe the
        hosted service, and the program itself counts neither diaries nor team members.
      </p>
    ),
  },
  {
    question: "Who counts as a team member?",
    answer: (
      <p>
        Everybody who has accepted an invitation to a diary, in whatever role. The person the diary is about
        doesn't count unless they have an account and joined it themselves. Who was invited and hasn't
        answered doesn't count either.
      </p>
    ),
  },
  {
    question: "What happens to our notes when we go back to a smaller plan?",
    answer: (
      <p>
        Nothing is deleted and nobody is locked out: the program never takes notes away because of a plan.
        What a smaller plan then means for new diaries is between you and the operator of the service.
      </p>
    ),
  },
  {
    question: "How do I change or end a plan?",
    answer: (
      <p>
        The program takes no payments and keeps no payment data, so there is no button for it: write to the
        operator of the service. You can delete a notebook that you own yourself at any time, see{" "}
        <a href="/privacy#erase">Privacy</a>.
      </p>
    ),
  },
];

/** `/pricing`: three plans and four questions (workspace 2.2, 9). */
export function PricingScreen() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{getMetadata("/pricing").title}</h1>
        <p>Begin free, and stay free as long as that is enough. On a server of your own it always is.</p>
      </header>
      <ul className={styles.plans}>
        {PLANS.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </ul>
      <div className={styles.small}>
        <p>
          Prices and contents describe the hosted service and what its operator provides; limits, support,
          training, integrations and AI are theirs. AI summaries and advanced AI are planned: the program has
          no AI in it today. Recordings are kept in your own browser in every plan. API access is part of the
          program itself.
        </p>
      </div>
      <section aria-labelledby="included">
        <h2 id="included">In every plan</h2>
        <Claims />
      </section>
      <section aria-labelledby="questions">
        <h2 id="questions">Questions about the plans</h2>
        <QuestionList questions={questions} />
      </section>
    </div>
  );
}
