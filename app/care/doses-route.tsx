import { useSearch } from "@tanstack/react-router";
import { DosePauses, LowStock, StartPause, usePauses, useStock } from "../../features/doses/client/public.ts";
import { TodayScreen } from "../../features/doses/screens/today.tsx";
import { useRunning } from "../../features/escalation/client/use-running.ts";
import { RunState } from "../../features/escalation/components/run-state.tsx";
import { SeenRows } from "../../features/notifications/components/seen-rows.tsx";
import { api, type Notebook } from "../../lib/api.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { useSteadyFont } from "../theme/font.ts";
import styles from "./dose-pages.module.css";
import { DosePages } from "./dose-pages.tsx";
// A dose is kept here from the first moment on, also where the line breaks before the page is idle.
import "../sync/outbox/ready.ts";

/** The doses of a day, with other rooms' parts above and below them: they appear together, and none moves another. */
export function DosesRoute({ notebook }: { notebook: Notebook }) {
  const { dose: planId, slot } = useSearch({ from: "/signed-in/care/$diaryId/doses" });
  const pauses = usePauses(notebook);
  const runOf = useRunning();
  const stocks = useStock(notebook);
  const plans = useLiveQuery(api.plans.listPlans, { diaryId: notebook._id });
  useSteadyFont(Boolean(pauses && stocks && plans));
  return (
    <DosePages notebook={notebook}>
      <div className={styles.column}>
        <SeenRows subjectType="dose" diaryId={notebook._id} />
        <TodayScreen
          // Another requested dose is on its own day.
          key={slot}
          notebook={notebook}
          asked={planId && slot ? { planId, slot } : undefined}
          renderState={({ plan, slot }) => {
            const run = runOf(plan._id, slot);
            return run ? <RunState run={run} what={plan.name} /> : null;
          }}
          slots={
            pauses &&
            stocks &&
            plans && {
              above: (
                <>
                  <DosePauses notebook={notebook} pauses={pauses} plans={plans} />
                  <LowStock notebook={notebook} stocks={stocks} />
                </>
              ),
              below: <StartPause notebook={notebook} plans={plans} />,
            }
          }
        />
      </div>
    </DosePages>
  );
}
