import { useEffect, useSyncExternalStore } from "react";
import { HOUR } from "../../lib/dates/time.ts";
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
  const by = hours >= 48 ? `${Math.round(hours / 24)} days` : hours === 1 ? "1 hour" : `${hours} hours`;
  return `This device's clock is ${by} ${ahead > 0 ? "ahead" : "behind"}. What is due and the times on this page may be wrong: set the clock right.`;
}
