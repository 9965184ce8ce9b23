import type { Notebook } from "../../../lib/api.ts";
import { PageHeader } from "../../../ui/page-header.tsx";

/** `/care/:diaryId/doses/month`: a month of doses, as on paper. */
export function DoseMonthScreen({ notebook: _ }: { notebook: Notebook }) {
  return <PageHeader title="Doses of the month" />;
}
