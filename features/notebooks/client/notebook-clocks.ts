import { api, type NotebookSummary } from "../../../lib/api.ts";
import { getViewersZone, isViewersClock, placeOfZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/** The notebooks on a screen: the selected one, or all. Empty while loading. */
function useNotebooksShown(notebookId: string | undefined): NotebookSummary[] {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {}) ?? [];
  return notebooks.filter(({ _id }) => !notebookId || _id === notebookId);
}

/** The time zone of a notebook, an IANA name; undefined while loading. */
export const useNotebookClock = (notebookId: string): string | undefined =>
  useNotebooksShown(notebookId || undefined).find(({ _id }) => _id === notebookId)?.timeZone;

/** Today's date on a screen: in the zone of its notebooks, or in the viewer's where these differ. */
export function useTodayShown(notebookId: string | undefined, now: number): string {
  const notebooks = useNotebooksShown(notebookId);
  const days = new Set(notebooks.map(({ timeZone }) => toDayInZone(now, timeZone)));
  return days.size === 1 ? [...days][0]! : toDayInZone(now, getViewersZone());
}

/** The zones a screen uses that aren't the viewer's: "Rosa's notebook, Berlin"; each once. */
export function useOtherClocks(notebookId: string | undefined, now: number): string[] {
  const others = useNotebooksShown(notebookId).filter(({ timeZone }) => !isViewersClock(timeZone, now));
  const words = others.map(({ details, timeZone }) => {
    const [name] = details.fullName.trim().split(/\s+/);
    const place = placeOfZone(timeZone);
    return name ? t("shared.clock", { name, place }) : t("shared.somebodysClock", { place });
  });
  return [...new Set(words)];
}
