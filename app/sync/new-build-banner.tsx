import { useSyncExternalStore } from "react";
import styles from "./banner.module.css";
import { newBuild } from "./new-build.ts";

/** Says that the server has a newer version than this page, and loads it when it suits: what is typed is kept. */
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
