import { t } from "../../lib/words/t.ts";
import { useIsLoading } from "../../ui/loading-count.ts";
import styles from "./loading-page.module.css";

/** A full-page loading state; screen readers announce its label. */
export function LoadingPage({ label = t("start.loading") }: { label?: string }) {
  useIsLoading();
  return (
    <div className={styles.page} role="status" data-loading-page>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
