import type { FunctionReturnType } from "convex/server";
import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/** The newest list that its reader sees. */
export type LatestList = NonNullable<FunctionReturnType<typeof api.notes.latestMedications>>;

/** The newest list of a notebook, live; undefined while it loads, null when there is none. */
export const useLatestList = (diaryId: string): LatestList | null | undefined =>
  useLiveQuery(api.notes.latestMedications, { diaryId });
