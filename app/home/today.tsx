import { lazy, useDeferredValue } from "react";
import { TodayTasks, type TodayTasksProps } from "../../features/tasks/components/today-tasks.tsx";
import { api } from "../../lib/api.ts";
import { useQuarterHour } from "../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../ui/use-steady-query.ts";

const DueDoses = lazy(() =>
  import("../../features/doses/components/due-doses.tsx").then(
    (module) => ({ default: module.DueDoses }),
    // Without a connection the tasks are shown all the same.
    () => ({ default: () => null }),
  ),
);

/**
 * Home's first part: doses that are due, then tasks. What shows doses is loaded only where some are due. Until it is
 * there, React keeps what it has shown before, so that nothing moves under somebody's thumb.
 */
export function Today(props: TodayTasksProps) {
  const due = useSteadyQuery(api.doses.listDue, { at: useQuarterHour() }, "home");
  const settled = useDeferredValue(due);
  return (
    <>
      {due && settled?.length ? <DueDoses due={due} myId={props.me.userId} /> : null}
      <TodayTasks {...props} waits={!settled} />
    </>
  );
}
