import { useSeenRows } from "../client/use-seen.ts";

type SeenRowsProps = { subjectType: "task" | "dose"; diaryId?: string };

/** Beside a list of tasks or doses: whoever has its rows before them has seen what they are notified of these. */
export function SeenRows(props: SeenRowsProps) {
  useSeenRows(props);
  return null;
}
