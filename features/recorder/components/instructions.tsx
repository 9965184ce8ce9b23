import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import styles from "./recorder-page.module.css";

/** Instructions for recording a meeting (decisions W1019). */
export function Instructions() {
  return (
    <Card as={Section} title={t("recorder.how")} className={styles.card}>
      <ol className={styles.steps}>
        <li>
          <Rich text="recorder.howAsk" values={{ b: (words) => <strong>{words}</strong> }} />
        </li>
        <li>{t("recorder.howActivate")}</li>
        <li>{t("recorder.howStart")}</li>
        <li>{t("recorder.howStay")}</li>
        <li>{t("recorder.howStop")}</li>
        <li>{t("recorder.howDeactivate")}</li>
      </ol>
    </Card>
  );
}
