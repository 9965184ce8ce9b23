import { StockLine } from "../../features/doses/client/public.ts";
import { PlanListScreen } from "../../features/plans/screens/plan-list.tsx";
import type { Notebook } from "../../lib/api.ts";
import { DosePages } from "./dose-pages.tsx";

export function PlansRoute({ notebook }: { notebook: Notebook }) {
  return (
    <DosePages notebook={notebook}>
      <PlanListScreen
        notebook={notebook}
        below={({ _id }) => <StockLine notebook={notebook} planId={_id} />}
      />
    </DosePages>
  );
}
