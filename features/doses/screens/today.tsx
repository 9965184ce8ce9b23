import type { Notebook } from "../../../lib/api.ts";
import { PageHeader } from "../../../ui/page-header.tsx";

/** `/care/:diaryId/doses`: what is due today, and what was given. */
export function TodayScreen({ notebook: _ }: { notebook: Notebook }) {
  return <PageHeader title="Today's doses" />;
}
