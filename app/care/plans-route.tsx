import { useState } from "react";
import {
  computeToday,
  GiveLink,
  LastDose,
  StockLine,
  useDoses,
  useMyId,
} from "../../features/doses/client/public.ts";
import { Allergies } from "../../features/medications/components/allergies.tsx";
import { PlanListScreen } from "../../features/plans/screens/plan-list.tsx";
import type { Notebook } from "../../lib/api.ts";
import { toDayInZone } from "../../lib/dates/zone-day.ts";
import { useMinute } from "../../ui/use-now.ts";
import { DosePages } from "./dose-pages.tsx";
import { StopDialog } from "./stop-dialog.tsx";

/** All medicines, with their doses and stock. */
export function PlansRoute({ notebook }: { notebook: Notebook }) {
  const now = useMinute();
  const days = useDoses(notebook._id, toDayInZone(now, notebook.timeZone));
  const today = days && computeToday(days, toDayInZone(now, days.timeZone), now);
  const myId = useMyId();
  const [stopped, setStopped] = useState<number | null>(null);
  return (
    <DosePages notebook={notebook}>
      <PlanListScreen
        notebook={notebook}
        above={<Allergies notebook={notebook} />}
        onStop={setStopped}
        parts={
          days &&
          today && {
            action: ({ _id }) => <GiveLink notebook={notebook} planId={_id} today={today} />,
            below: ({ _id }) => (
              <>
                <LastDose planId={_id} days={days} now={now} myId={myId} />
                <StockLine notebook={notebook} planId={_id} isOnlyLow />
              </>
            ),
          }
        }
      />
      {stopped !== null && <StopDialog notebook={notebook} row={stopped} onClose={() => setStopped(null)} />}
    </DosePages>
  );
}
