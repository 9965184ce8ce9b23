import { t } from "../../../lib/words/t.ts";
import styles from "./audit-details.module.css";
import { None } from "./cells.tsx";

/** The details of an audit event as collapsible JSON. */
export function AuditDetails({ details }: { details: Record<string, unknown> }) {
  if (Object.keys(details).length === 0) return <None />;
  return (
    <details className={styles.details}>
      <summary>{t("admintables.details")}</summary>
      <pre className={styles.json}>{JSON.stringify(details, null, 2)}</pre>
    </details>
  );
}
