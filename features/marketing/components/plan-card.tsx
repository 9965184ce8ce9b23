import { IconCheck } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import plain from "../../../ui/plain.module.css";
import { Rich } from "../../../ui/rich.tsx";
import type { Plan } from "../rules/plans.ts";
import styles from "./plan-card.module.css";

/** One plan of the hosted service. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { price, isFree, forWhom, isMostPopular, contents } = plan;
  const name = t(plan.name);
  const id = `plan-${plan.id}`;
  return (
    <li className={isMostPopular ? `${styles.plan} ${styles.popular}` : styles.plan} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{name}</h2>
        {isMostPopular && <span className={styles.mark}>{t("pricing.mostPopular")}</span>}
      </div>
      <p className={styles.soft}>{t(forWhom)}</p>
      <p className={styles.price}>
        {isFree ? (
          <strong>{price}</strong>
        ) : (
          <Rich text="pricing.priceAMonth" values={{ price, b: (content) => <strong>{content}</strong> }} />
        )}
      </p>
      <ul className={styles.contents}>
        {contents.map((content) => (
          <li key={content}>
            <IconCheck size={20} aria-hidden="true" /> {t(content)}
          </li>
        ))}
      </ul>
      <a
        href="/sign-up"
        className={`${isMostPopular ? plain.primary : plain.secondary} ${styles.begin}`}
        aria-label={t("pricing.beginWith", { name })}
      >
        {t("pricing.begin")}
      </a>
    </li>
  );
}
