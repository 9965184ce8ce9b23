import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Fact } from "../client/notebook-facts.ts";
import styles from "./facts-section.module.css";

/** A group of facts: the known ones, or a note that there are none. Phone numbers are links. */
export function FactsSection({ title, facts }: { title: string; facts: Fact[] }) {
  const known = facts.filter(({ lines }) => lines.length > 0);
  return (
    <Card as="section" className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {known.length === 0 && <Soft>{t("info.nothing")}</Soft>}
      {known.length > 0 && (
        <dl className={styles.facts}>
          {known.map(({ name, label, lines }) => (
            <div key={name} className={styles.fact}>
              <dt className={styles.label}>{label}</dt>
              {lines.map(({ text, phone }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two contacts may read the same
                <dd key={index} className={styles.line}>
                  {phone ? (
                    <a href={`tel:${phone.replace(/[^\d+*#]/g, "")}`} className={styles.call}>
                      {text}
                    </a>
                  ) : (
                    text
                  )}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
