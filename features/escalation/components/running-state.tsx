import { useRunning } from "../client/use-running.ts";
import { RunState } from "./run-state.tsx";

type RunningStateProps = { subjectId: string; slot?: string | null; what: string };

/** Shows the state of a task's or dose's run, on a page of one subject or one that loads this late. */
export function RunningState({ subjectId, slot = null, what }: RunningStateProps) {
  return <RunState run={useRunning()(subjectId, slot)} what={what} />;
}
