import { t } from "../../../lib/words/t.ts";
import plain from "../../../ui/plain.module.css";
import styles from "./call-to-action.module.css";

/** The last section of a page. */
export function CallToAction({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <h2 id="closing">{title}</h2>
      <p>{text}</p>
      <a href="/sign-up" className={plain.primary}>
        {t("publicframe.begin")}
      </a>
    </section>
  );
}
