import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** Shown to those who see plans and may not write them. */
export const NotAllowed = ({ diaryId }: { diaryId: string }) => (
  <EmptyState
    title="You can't change plans in this notebook."
    text="The owner and admins do, and caregivers where the owner allows it."
  >
    <LinkButton to="/care/$diaryId/plans" params={{ diaryId }}>
      Back to the plans
    </LinkButton>
  </EmptyState>
);

/** A plan that is missing, or hidden from the reader. */
export const NoPlan = ({ diaryId }: { diaryId: string }) => (
  <EmptyState asPage title="Plan not found or you don't have access to it.">
    <LinkButton to="/care/$diaryId/plans" params={{ diaryId }}>
      Back to the plans
    </LinkButton>
  </EmptyState>
);
