import { useEffect, useSyncExternalStore } from "react";
import { HOUR } from "../../lib/dates/time.ts";
import { t } from "../../lib/words/t.ts";
import { announce } from "../../ui/announce.ts";
import styles from "./banner.module.css";
import { wrongClock } from "./wrong-clock.ts";

/** Shows that this device's clock is wrong by hours: due items, and the times that are written, depend on it. */
export function WrongClockBanner() {
  const words = wrongClockWords(useSyncExternalStore(wrongClock.subscribe, wrongClock.get));
  useEffect(() => announce(words), [words]);
  return (
    <p role="status" className={styles.banner}>
      {words}
    </p>
  );
}

/** "This device's clock is 3 hours ahead." */
function wrongClockWords(ahead: number): string {
  const hours = Math.round(Math.abs(ahead) / HOUR);
  const isAhead = String(ahead > 0);
  return hours >= 48
    ? t("shell.clockDays", { isAhead, count: Math.round(hours / 24) })
    : t("shell.clockHours", { isAhead, count: hours });
}
