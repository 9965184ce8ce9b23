import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { CALENDAR_LIMIT, getWeeks } from "../../features/calendar/rules.ts";
import { getFirstLists } from "../../features/medications/client/first-page.ts";
import { getFirstPage } from "../../features/notes/client/page-args.ts";
import { TASK_LIST_LIMIT } from "../../features/tasks/rules/filters.ts";
import { api, type NotebookSummary, type NoteSummary } from "../../lib/api.ts";
import { getStoredPerson, storePerson } from "../../lib/browser-store.ts";
import { addDays, toDayInZone } from "../../lib/dates/zone-day.ts";
import { getPicturePath, hasSmallVersion } from "../../lib/file-paths.ts";
import { getLanguage } from "../../lib/words/t.ts";
import type { FetchPicture } from "../../ui/pictures.tsx";
import { reachability } from "../../ui/reachability.ts";
import { whenIdle } from "../routes/when-idle.ts";
import { getKeptClient } from "../sync/convex-client.ts";
import { fetchResult, readKept } from "../sync/kept/fetch-result.ts";
import { getKeptChoice, type KeptChoice } from "../sync/kept/kept-choices.ts";
import { KeptResults } from "../sync/kept/kept-results.ts";

/** So many notebooks, the newest first. */
const NOTEBOOKS = 4;
/** A note that seems unchanged is fetched again after so long, ms. */
const FRESH_MS = 86_400_000;
/** After so long a device fetches again, ms. */
const AGAIN_MS = 30 * 60_000;

type NotePage = FunctionReturnType<typeof api.notes.pageNotes>;

/**
 * Fetches what a person may need without a connection and hasn't opened on this device: the doses of today and tomorrow,
 * medicines, tasks, the handover and the newest notes with small pictures. One request after the other, in one tab, while
 * the page is seen.
 */
export function keepFetchingAhead(convex: ConvexReactClient, myId: string, fetchPicture: FetchPicture): void {
  // Of this session: the next one starts with a client of its own.
  const kept = getKeptClient();
  const fetch = async () => {
    const { fetchedAt = 0 } = getStoredPerson(myId);
    // A clock that went back doesn't stop it for long.
    if (!kept.isOn() || document.visibilityState !== "visible" || Math.abs(Date.now() - fetchedAt) < AGAIN_MS)
      return;
    const store = await KeptResults.open(myId);
    if (!store) return;
    await fetchAhead(convex, store, getKeptChoice(myId), fetchPicture).finally(() => store.close());
    if (kept.isOn()) storePerson(myId, { fetchedAt: Date.now() });
  };
  const fetchInOneTab = () => {
    const name = "CareDiary fetches ahead";
    navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && fetch()).catch(console.warn);
  };
  document.addEventListener("visibilitychange", fetchInOneTab);
  fetchInOneTab();
}

async function fetchAhead(
  convex: ConvexReactClient,
  store: KeptResults,
  { notes: most }: KeptChoice,
  fetchPicture: FetchPicture,
): Promise<void> {
  const ask: typeof fetchResult = async (...query) => {
    await whenIdle();
    const result = await fetchResult(...query);
    // The next time it begins anew.
    if (result === undefined && reachability.isLost()) throw new Error("No connection for fetching ahead");
    return result;
  };
  const listed = await ask(convex, api.diaries.listMyDiaries, {});
  const notebooks =
    listed?.filter(({ isArchived, isKeptOnDevices }) => !isArchived && isKeptOnDevices).slice(0, NOTEBOOKS) ??
    [];
  const at = Date.now();
  for (const { _id: diaryId, shortId, timeZone } of notebooks) {
    const today = toDayInZone(at, timeZone);
    await ask(convex, api.diaries.getDiaryByShortId, { shortId });
    for (const toDay of [today, addDays(today, 1)])
      await ask(convex, api.doses.listDoses, { diaryId, fromDay: addDays(toDay, -1), toDay });
    await ask(convex, api.doses.listToReview, { diaryId });
    await ask(convex, api.plans.listPlans, { diaryId });
    await ask(convex, api.pauses.listPauses, { diaryId });
    await ask(convex, api.stock.listStock, { diaryId });
    await ask(convex, api.notes.latestMedications, { diaryId });
    await ask(convex, api.notes.pageMedications, getFirstLists(diaryId));
    await ask(convex, api.handover.getHandover, { diaryId, at });
    await ask(convex, api.handover.listReceipts, { diaryId });
    await ask(convex, api.members.listMembers, { diaryId });
    await ask(convex, api.programs.listDiaryPrograms, { diaryId });
  }
  await fetchTasks(ask, convex, notebooks, at);
  for (const { _id: diaryId } of notebooks) {
    let left = most;
    let next: { cursor: string | null } | null = { cursor: null };
    while (left > 0 && next) {
      const { paginationOpts, ...list } = getFirstPage(diaryId);
      const notes: NotePage | undefined = await ask(convex, api.notes.pageNotes, {
        ...list,
        paginationOpts: { ...paginationOpts, ...next },
      });
      // Encrypted notes aren't kept.
      for (const note of notes?.page.slice(0, left).filter(({ isEncrypted }) => !isEncrypted) ?? [])
        if (!(await isFresh(store, note)))
          for (const id of await fetchNote(ask, convex, note))
            if (!(await store.hasPicture(id))) await fetchPicture(getPicturePath(id));
      left -= notes?.page.length ?? left;
      next = notes && !notes.isDone ? { cursor: notes.continueCursor } : null;
    }
  }
}

/** The lists of tasks, and the month and the days of the calendar. */
async function fetchTasks(
  ask: typeof fetchResult,
  convex: ConvexReactClient,
  notebooks: readonly NotebookSummary[],
  at: number,
): Promise<void> {
  for (const filter of ["my-tasks", "all"] as const)
    await ask(convex, api.tasks.listMyTasks, { filter, limit: TASK_LIST_LIMIT, around: at, countsAt: at });
  const today = toDayInZone(at, notebooks[0]?.timeZone ?? "UTC");
  const weeks = getWeeks("month", today);
  const spans = [
    [weeks[0]![0]!, weeks.at(-1)!.at(-1)!],
    [today, today],
    [addDays(today, 1), addDays(today, 1)],
  ] as const;
  for (const [fromDay, toDay] of spans)
    await ask(convex, api.tasks.listMyTasks, {
      filter: "all",
      limit: CALENDAR_LIMIT,
      fromDay,
      toDay,
      around: at,
    });
}

/** Fetches what a note's screen shows; resolves to the ids of its files that have a small picture. */
async function fetchNote(
  ask: typeof fetchResult,
  convex: ConvexReactClient,
  note: NoteSummary,
): Promise<string[]> {
  const { _id: noteId, shortId, type } = note;
  await ask(convex, api.notes.getNoteByShortId, { shortId });
  await ask(convex, api.comments.listComments, { targetType: "note", targetId: noteId });
  const files = await ask(convex, api.attachments.listAttachments, { noteId });
  const pictures = files?.filter(hasSmallVersion).map(({ _id }) => _id) ?? [];
  await ask(convex, api.tasks.listNoteTasks, { noteId });
  await ask(convex, api.programs.getProgramsForNote, { noteId, language: getLanguage() });
  if (type === "current-medications") {
    await ask(convex, api.notes.newerMedications, { noteId });
    await ask(convex, api.notes.formerMedications, { noteId });
  }
  return pictures;
}

/** Whether this device has a note as its row in the list shows it. */
async function isFresh(store: KeptResults, { _id: noteId, shortId, ...row }: NoteSummary): Promise<boolean> {
  const [note, comments, attachments] = await readKept(store, [
    [api.notes.getNoteByShortId, { shortId }],
    [api.comments.listComments, { targetType: "note", targetId: noteId }],
    [api.attachments.listAttachments, { noteId }],
  ]);
  const countEntries = (list: typeof note) => (Array.isArray(list?.value) ? list.value.length : undefined);
  return (
    note !== undefined &&
    Date.now() - note.at < FRESH_MS &&
    (note.value as { updatedAt?: unknown } | null)?.updatedAt === row.updatedAt &&
    countEntries(comments) === row.commentCount &&
    countEntries(attachments) === row.attachmentCount
  );
}
