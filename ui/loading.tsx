import { useSyncExternalStore } from "react";
import { t } from "../lib/words/t.ts";
import styles from "./loading.module.css";
import { useIsLoading } from "./loading-count.ts";
import { reachability } from "./reachability.ts";

/** Grey bars in place of a loading list; screen readers read `label`. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  useIsLoading();
  const isUnreachable = useSyncExternalStore(reachability.subscribe, reachability.isLost);
  return (
    <div role="status" className={styles.loading}>
      {isUnreachable ? (
        // In the bars' place: whether the connection is lost or back moves nothing.
        <p>{t("ui.notOnDevice")}</p>
      ) : (
        <span className="visually-hidden">{label}</span>
      )}
      <div
        className={styles.bars}
        hidden={rows === 0}
        aria-hidden="true"
        data-lost={isUnreachable || undefined}
      >
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
          <div key={row} className={styles.bar} />
        ))}
      </div>
    </div>
  );
}
