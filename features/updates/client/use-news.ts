import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/** The reader's news in one notebook, or in all without id; undefined while it loads. Live. */
export const useNews = (diaryId?: string) => useLiveQuery(api.updates.listNew, diaryId ? { diaryId } : {});
