import { IconCheck } from "@tabler/icons-react";
import plain from "../../../ui/plain.module.css";
import type { Plan } from "../rules.ts";
import styles from "./plan-card.module.css";

/** One plan of the hosted service. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { name, price, period, forWhom, isMostPopular, contents } = plan;
  const id = `plan-${name.toLowerCase()}`;
  return (
    <li className={isMostPopular ? `${styles.plan} ${styles.popular}` : styles.plan} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{name}</h2>
        {isMostPopular && <span className={styles.mark}>Most Popular</span>}
      </div>
      <p className={styles.soft}>{forWhom}</p>
      <p className={styles.price}>
        <strong>{price}</strong>
        {period && ` ${period}`}
      </p>
      <ul className={styles.contents}>
        {contents.map((content) => (
          <li key={content}>
            <IconCheck size={20} aria-hidden="true" /> {content}
          </li>
        ))}
      </ul>
      <a
        href="/sign-up"
        className={`${isMostPopular ? plain.primary : plain.secondary} ${styles.begin}`}
        aria-label={`Get Started with ${name}`}
      >
        Get Started
      </a>
    </li>
  );
}
