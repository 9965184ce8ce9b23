import { StockLine } from "../../features/doses/client/public.ts";
import { EscalationOffer } from "../../features/escalation/client/public.ts";
import { PlanScreen } from "../../features/plans/screens/plan.tsx";
import type { Notebook } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import { LinkButton } from "../../ui/link-button.tsx";

/** A plan with other rooms' parts about it. */
export function PlanRoute({ notebook }: { notebook: Notebook }) {
  return (
    <PlanScreen
      notebook={notebook}
      below={({ _id, endedAt }) => (
        <>
          <StockLine notebook={notebook} planId={_id} />
          <p>
            <LinkButton
              to="/care/$diaryId/doses/month"
              params={{ diaryId: getShownId(notebook) }}
              search={{ plan: _id }}
              variant="default"
            >
              {t("plan.dosesOf")}
            </LinkButton>
          </p>
          {endedAt === null && <EscalationOffer notebook={notebook} />}
        </>
      )}
    />
  );
}
