import { useEffect, useState } from "react";
import { Rich } from "../../../ui/rich.tsx";
import { formatClockTime } from "../rules.ts";
import styles from "./stage.module.css";

/** The red indicator of a running recording with its time, updated every second (workspace 9). */
export function RecordingTime({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles.recording}>
      <span className={styles.dot} aria-hidden="true" />
      <Rich
        text="recorder.recordingFor"
        values={{
          time: (time) => (
            <span role="timer" className={styles.time}>
              {time}
            </span>
          ),
          length: formatClockTime((now - since) / 1000),
        }}
      />
    </p>
  );
}
