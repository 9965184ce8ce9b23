import { useSyncExternalStore } from "react";
import { Rich } from "../../ui/rich.tsx";
import styles from "./banner.module.css";
import { newBuild } from "./new-build.ts";

/** Shows that the server has a newer build than this page, and reloads on request: drafts are kept. */
export function NewBuildBanner() {
  const isThere = useSyncExternalStore(newBuild.subscribe, newBuild.isThere);
  return (
    <div role="status" className={isThere ? styles.banner : undefined}>
      {isThere && (
        <Rich
          text="shell.newVersion"
          values={{
            button: (text) => (
              <button type="button" className={styles.button} onClick={() => window.location.reload()}>
                {text}
              </button>
            ),
          }}
        />
      )}
    </div>
  );
}
