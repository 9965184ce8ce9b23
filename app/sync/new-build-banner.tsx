import { useSyncExternalStore } from "react";
import styles from "./banner.module.css";
import { newBuild } from "./new-build.ts";

/** Shows that the server has a newer build than this page, and reloads on request: drafts are kept. */
export function NewBuildBanner() {
  const isThere = useSyncExternalStore(newBuild.subscribe, newBuild.isThere);
  return (
    <div role="status" className={isThere ? styles.banner : undefined}>
      {isThere && (
        <>
          New version:{" "}
          <button type="button" className={styles.button} onClick={() => window.location.reload()}>
            reload
          </button>
        </>
      )}
    </div>
  );
}
