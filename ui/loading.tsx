import { useSyncExternalStore } from "react";
import styles from "./loading.module.css";
import { useIsLoading } from "./loading-count.ts";
import { reachability } from "./reachability.ts";

/** Grey bars in place of a loading list; screen readers read `label`. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  useIsLoading();
  const isUnreachable = useSyncExternalStore(reachability.subscribe, reachability.isLost);
  return (
    <div role="status" className={styles.rows}>
      {isUnreachable ? (
        <p>
          There is no connection, and this isn’t on this device. It appears as soon as the connection is back.
        </p>
      ) : (
        <span className="visually-hidden">{label}</span>
      )}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <div key={row} className={styles.bar} aria-hidden="true" />
      ))}
    </div>
  );
}
