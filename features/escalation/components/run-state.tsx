import { IconBellRinging } from "@tabler/icons-react";
import { describeClock } from "../../../lib/dates/moment-words.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { useReaderId } from "../../notifications/client/public.ts";
import { formatRun } from "../../notifications/rules/escalation-words.ts";
import type { Running } from "../client/use-running.ts";
import styles from "./escalation.module.css";
import { TakeOn } from "./take-on.tsx";

type RunStateProps = {
  run: Running | undefined;
  /** The name of the subject, for screen readers. */
  what: string;
};

/** On the row of a task or dose that nobody has answered: whom it was passed on to and when, and "I'm on it". */
export function RunState({ run, what }: RunStateProps) {
  const now = useMinute();
  const myId = useReaderId();
  if (!run) return null;
  const { timeZone, taken } = run;
  const words = formatRun(run, { timeZone, now, myId, clockOf: (at) => describeClock(at, timeZone) });
  if (words === "") return null;
  const isTaken = taken !== null && taken.until > now;
  return (
    <div className={styles.running}>
      <p className={styles.told} dir="auto">
        <IconBellRinging size={18} aria-hidden="true" />
        {words}
      </p>
      {run.mayTakeOn && !isTaken && <TakeOn runId={run._id} what={what} />}
    </div>
  );
}
