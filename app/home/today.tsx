import { type ComponentType, useEffect, useState } from "react";
import { TodayTasks } from "../../features/tasks/components/today-tasks.tsx";
import { api, type DueDose } from "../../lib/api.ts";
import { Loading } from "../../ui/loading.tsx";
import { useQuarterHour } from "../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../ui/use-steady-query.ts";

type Doses = ComponentType<{ due: readonly DueDose[]; myId: string }>;
type TodayProps = Parameters<typeof TodayTasks>[0];

/**
 * Home's first part: doses that are due, then tasks. What shows doses is loaded only where some are due, and the tasks
 * wait for it, so that nothing moves under somebody's thumb.
 */
export function Today(props: TodayProps) {
  const due = useSteadyQuery(api.doses.listDue, { at: useQuarterHour() }, "home");
  const [Doses, setDoses] = useState<Doses | "none" | null>(null);
  const [isShown, setIsShown] = useState(false);
  const isDue = due !== undefined && due.length > 0;

  useEffect(() => {
    if (!isDue) return;
    import("../../features/doses/components/due-doses.tsx").then(
      (module) => setDoses(() => module.DueDoses),
      () => setDoses("none"),
    );
  }, [isDue]);

  if (!isShown && (due?.length === 0 || Doses)) setIsShown(true);
  if (!isShown) return <Loading label="Loading today's tasks..." rows={2} />;
  return (
    <>
      {Doses && Doses !== "none" && due && <Doses due={due} myId={props.me.userId} />}
      <TodayTasks {...props} />
    </>
  );
}
