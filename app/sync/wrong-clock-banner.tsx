import { useEffect, useSyncExternalStore } from "react";
import { whenIdle } from "../routes/when-idle.ts";
import styles from "./banner.module.css";
import { checkServer } from "./check-server.ts";
import { wrongClock, wrongClockWords } from "./wrong-clock.ts";

/** Says that this device's clock is wrong by hours: what is due, and the times that are written, depend on it. */
export function WrongClockBanner() {
  const ahead = useSyncExternalStore(wrongClock.subscribe, wrongClock.get);
  useEffect(() => void whenIdle().then(checkServer), []);
  return (
    <div role="status" className={ahead === 0 ? undefined : styles.banner}>
      {ahead !== 0 && wrongClockWords(ahead)}
    </div>
  );
}
