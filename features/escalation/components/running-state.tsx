import { useRunning } from "../client/use-running.ts";
import { RunState } from "./run-state.tsx";

type RunningStateProps = { subjectId: string; slot?: string | null; what: string };

/** How the run of a task or dose stands, for a page that shows one of them or that has loaded this only now. */
export function RunningState({ subjectId, slot = null, what }: RunningStateProps) {
  return <RunState run={useRunning()(subjectId, slot)} what={what} />;
}
