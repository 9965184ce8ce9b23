import { useQuery } from "convex/react";
import { lazy, Suspense, useDeferredValue } from "react";
import { keptDosesKey } from "../../features/doses/client/kept-doses.ts";
import { TodayTasks, type TodayTasksProps } from "../../features/tasks/components/today-tasks.tsx";
import { api } from "../../lib/api.ts";
import { readDraft } from "../../ui/draft.ts";
import { useQuarterHour } from "../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../ui/use-steady-query.ts";

const DueDoses = lazy(() =>
  import("../../features/doses/components/due-doses.tsx").then(
    (module) => ({ default: module.DueDoses }),
    // Without a connection the tasks are shown all the same.
    () => ({ default: () => null }),
  ),
);
const RunningState = lazy(() =>
  import("../../features/escalation/components/running-state.tsx").then((module) => ({
    default: module.RunningState,
  })),
);

/**
 * Home's first part: doses that are due, then tasks. What shows doses is loaded only where some are due. Until it is
 * there, React keeps what it has shown before, so that nothing moves under somebody's thumb.
 */
export function Today(props: TodayTasksProps) {
  const due = useSteadyQuery(api.doses.listDue, { at: useQuarterHour() }, "home");
  const settled = useDeferredValue(due);
  // One that conflicts with another's asks here, though nothing may be due.
  const hasKept = readDraft(keptDosesKey()) !== null;
  // Few notebooks pass reminders on, and little of it is running.
  const isRunning = useQuery(api.escalation.listRunning, {})?.length;
  const stateOf = isRunning
    ? (subjectId: string, what: string, slot?: string) => (
        <Suspense fallback={null}>
          <RunningState subjectId={subjectId} slot={slot} what={what} />
        </Suspense>
      )
    : undefined;
  return (
    <>
      {due && (settled?.length || hasKept) ? (
        <DueDoses
          due={due}
          myId={props.me.userId}
          stateOf={stateOf && (({ planId, slot, name }) => stateOf(planId, name, slot))}
        />
      ) : null}
      <TodayTasks
        {...props}
        waits={!settled}
        stateOf={stateOf && (({ _id, title }) => stateOf(_id, title))}
      />
    </>
  );
}
