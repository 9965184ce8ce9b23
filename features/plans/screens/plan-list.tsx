import type { Notebook } from "../../../lib/api.ts";
import { PageHeader } from "../../../ui/page-header.tsx";

/** `/care/:diaryId/plans`: which medicines are planned, and when. */
export function PlanListScreen({ notebook: _ }: { notebook: Notebook }) {
  return <PageHeader title="Plans" />;
}
