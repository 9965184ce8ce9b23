import { useSeenRows } from "../client/use-seen.ts";

type SeenRowsProps = { subjectType: "task" | "dose"; diaryId?: string };

/** Marks notifications as seen whose rows are shown in a list of tasks or doses. */
export function SeenRows(props: SeenRowsProps) {
  useSeenRows(props);
  return null;
}
