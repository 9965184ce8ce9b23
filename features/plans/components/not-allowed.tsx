import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** Shown to those who see plans and may not write them. */
export const NotAllowed = ({ diaryId }: { diaryId: string }) => (
  <EmptyState title={t("plans.mayNotChange")} text={t("plans.mayNotChangeText")}>
    <LinkButton to="/care/$diaryId/plans" params={{ diaryId }}>
      {t("plans.backToPlans")}
    </LinkButton>
  </EmptyState>
);

/** A plan that is missing, or hidden from the reader. */
export const NoPlan = ({ diaryId }: { diaryId: string }) => (
  <EmptyState asPage title={t("plans.noPlan")}>
    <LinkButton to="/care/$diaryId/plans" params={{ diaryId }}>
      {t("plans.backToPlans")}
    </LinkButton>
  </EmptyState>
);
