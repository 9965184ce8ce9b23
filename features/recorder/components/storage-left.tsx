import { useEffect, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { countRecordableMinutes, ENOUGH_MINUTES } from "../rules.ts";
import styles from "./recorder-page.module.css";

/** Shows how many more minutes can be recorded when space is low; a new `asOf` measures again. */
export function StorageLeft({ asOf }: { asOf: string }) {
  const [minutes, setMinutes] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asOf` only triggers it
  useEffect(() => {
    let isWanted = true;
    navigator.storage?.estimate?.().then(
      ({ quota = 0, usage = 0 }) => isWanted && setMinutes(countRecordableMinutes(quota - usage)),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [asOf]);
  if (minutes === null || minutes >= ENOUGH_MINUTES) return null;
  return (
    <p className={styles.warning}>
      {minutes === 0 ? t("recorder.noRoomLeft") : t("recorder.roomLeft", { count: minutes })}
    </p>
  );
}
