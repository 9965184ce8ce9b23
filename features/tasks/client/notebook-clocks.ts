import { api, type NotebookSummary } from "../../../lib/api.ts";
import { dayInZone, isViewersClock, placeOfZone, viewersZone } from "../../../lib/zone-day.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/** The notebooks on a screen: the chosen one, or all. Empty until they are known. */
function useNotebooksShown(notebookId: string | undefined): NotebookSummary[] {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {}) ?? [];
  return notebooks.filter(({ _id }) => !notebookId || _id === notebookId);
}

/** The clock of a notebook, an IANA name; undefined until it is known. */
export const useClockOf = (notebookId: string): string | undefined =>
  useNotebooksShown(notebookId || undefined).find(({ _id }) => _id === notebookId)?.timeZone;

/** The day that is "today" on a screen: that of the notebooks on it, or the viewer's where these differ. */
export function useTodayShown(notebookId: string | undefined, now: number): string {
  const notebooks = useNotebooksShown(notebookId);
  const days = new Set(notebooks.map(({ timeZone }) => dayInZone(now, timeZone)));
  return days.size === 1 ? [...days][0]! : dayInZone(now, viewersZone());
}

/** Whose clocks a screen goes by where they aren't the viewer's: "Rosa's notebook, Berlin"; each once. */
export function useOtherClocks(notebookId: string | undefined, now: number): string[] {
  const others = useNotebooksShown(notebookId).filter(({ timeZone }) => !isViewersClock(timeZone, now));
  const words = others.map(({ details, timeZone }) => {
    const [name] = details.fullName.trim().split(/\s+/);
    return `${name || "Somebody"}'s notebook, ${placeOfZone(timeZone)}`;
  });
  return [...new Set(words)];
}
