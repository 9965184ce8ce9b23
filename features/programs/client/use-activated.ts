import { type ActivatedProgram, api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/**
 * The activations that stand against activating the same program again, by the id of the program: a notebook may have
 * it again after it was completed or cancelled. Undefined while they load.
 */
export function useActivated(diaryId: string): Map<string, ActivatedProgram> | undefined {
  const programs = useLiveQuery(api.programs.listDiaryPrograms, { diaryId });
  if (!programs) return undefined;
  const running = programs.filter(({ status }) => status === "active" || status === "paused");
  return new Map(running.map((program) => [program.programId, program]));
}
