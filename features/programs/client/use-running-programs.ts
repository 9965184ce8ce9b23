import { type ActivatedProgram, api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/**
 * The activations that prevent activating the same program again, by program id; completed and cancelled ones don't.
 * Undefined while loading.
 */
export function useRunningPrograms(diaryId: string): Map<string, ActivatedProgram> | undefined {
  const programs = useLiveQuery(api.programs.listDiaryPrograms, { diaryId });
  if (!programs) return undefined;
  const running = programs.filter(({ status }) => status === "active" || status === "paused");
  return new Map(running.map((program) => [program.programId, program]));
}
