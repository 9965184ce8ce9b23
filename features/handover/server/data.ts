import type { Kysely } from "kysely";
import { readTimeZone } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { pipelined } from "../../../server/db/pipelined.ts";
import type { Span } from "../../../server/db/span.ts";
import { settledUntil } from "../../../server/sync/snapshot.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { unansweredSince } from "../../notifications/server/public.ts";
import { overdueTasks } from "../../tasks/server/public.ts";
import {
  createUpdatesReader,
  type Event,
  newestAssignments,
  newestAttachments,
  newestComments,
  newestCompletions,
  newestDoseEntries,
  newestDoseResults,
  newestDosesToReview,
  newestMembers,
  newestNotes,
  newestPauseEnds,
  newestPauses,
  newestPlanEnds,
  newestPlanVersions,
  newestPrograms,
  newestTaskChanges,
  newestTasks,
  readSubjects,
} from "../../updates/server/public.ts";
import {
  DETAIL_MS,
  FIRST_MS,
  MAX_HANDOVER_NOTES,
  MAX_LISTED,
  MAX_RESULTS,
  OPEN_MS,
  OVERLAP_MS,
} from "../rules/limits.ts";
import type { Handover } from "../schema.ts";
import type { HandoverAccess } from "./access.ts";
import { answeredPlaces, commentNews } from "./comment_news.ts";
import { countDays } from "./day_counts.ts";
import { doseNews, planNews, readPlans, writersOf } from "./dose_news.ts";
import { type Mark, markOf } from "./marks.ts";
import { filesOf, noteNews } from "./note_news.ts";
import { joinTails, listOf, pickUnseen, tailOf } from "./picked.ts";
import { taskNews } from "./task_news.ts";

type Db = Kysely<Tables>;

/** Which part of what happened is wanted: since the reader's line, or a span of a report. */
export type Which = { at: number } & (
  | { since?: number | undefined }
  | { fromTime: number; untilTime: number }
);

/**
 * What a handover tells its reader: one statement a kind, sent together, whatever there is. Its `upTo` was asked for before
 * the snapshot was taken, so nothing that was recorded earlier can still come.
 */
export async function getHandover(
  db: Db,
  access: HandoverAccess,
  vault: Vault,
  which: Which,
): Promise<Handover> {
  const { diaryId, userId } = access.member;
  const asked = "since" in which ? which.since : undefined;
  const [settled, newest, named, timeZone] = await pipelined(
    db.selectNoFrom(settledUntil.as("until")).executeTakeFirstOrThrow(),
    markOf(db, access.member),
    asked === undefined ? null : markOf(db, access.member, asked),
    readTimeZone(db, { diaryId }),
  );
  const line = lineOf(which, { newest, named }, Number(settled.until));
  const span: Span = {
    after: Math.max(line.after, line.detailFrom),
    until: line.until,
    withoutOwn: line.until === null,
  };
  const tail = new Set(line.tail);
  const limit = MAX_LISTED + 1 + tail.size;
  const reader = createUpdatesReader(db, access.updates);
  const wanted = { limit, span };
  const fewer = { limit: MAX_HANDOVER_NOTES + 1 + tail.size, span };
  // Nothing is looked for after the end of a report.
  const now = Math.min(which.at, line.until ?? which.at);
  // What needs a member is on the page until it is settled.
  const openSpan: Span = { ...span, after: Math.min(span.after, now - OPEN_MS) };
  const [
    handovers,
    lists,
    notes,
    comments,
    allMentions,
    files,
    completions,
    given,
    written,
    changed,
    programs,
    people,
    versions,
    ends,
    pauses,
    pauseEnds,
    entries,
    toReview,
    results,
    overdue,
    answered,
    plans,
    unanswered,
    days,
  ] = await pipelined(
    newestNotes(reader, fewer, { type: "handover" }),
    newestNotes(reader, wanted, { type: "current-medications" }),
    newestNotes(reader, wanted, { notOfTypes: ["handover", "current-medications"] }),
    newestComments(reader, wanted),
    newestComments(reader, { limit, span: openSpan }, true),
    newestAttachments(reader, wanted),
    newestCompletions(reader, wanted),
    newestAssignments(reader, wanted),
    newestTasks(reader, wanted),
    newestTaskChanges(reader, wanted),
    newestPrograms(reader, wanted),
    newestMembers(reader, wanted),
    newestPlanVersions(reader, wanted),
    newestPlanEnds(reader, wanted),
    newestPauses(reader, wanted),
    newestPauseEnds(reader, wanted),
    newestDoseEntries(reader, wanted, line.since),
    newestDosesToReview(reader, { limit: MAX_LISTED, span: { ...openSpan, withoutOwn: false } }),
    newestDoseResults(reader, { limit: MAX_RESULTS, span: { ...span, withoutOwn: false } }),
    overdueTasks(db, access.tasks, { diaryId, at: new Date(now), limit: MAX_LISTED + 1 }),
    answeredPlaces(db, access.member, openSpan),
    readPlans(db, access.plans),
    unansweredSince(db, access.member, now - OPEN_MS),
    line.since < line.detailFrom ? countDays(db, access, timeZone, line) : NO_DAYS,
  );
  const event = <One extends Event>(kind: string, rows: readonly One[]) => pickUnseen(kind, rows, tail);
  const picked = {
    handovers: listOf(event("note", handovers), MAX_HANDOVER_NOTES),
    lists: listOf(event("note", lists)),
    notes: listOf(event("note", notes)),
  };
  const ofFiles = listOf(event("file", files));
  const joined = listOf(event("person", people));
  const ofComments = {
    comments: event("comment", comments),
    mentions: event(
      "comment",
      allMentions.filter(({ updatedAt }) => updatedAt > span.after),
    ),
    earlier: pickUnseen("comment", allMentions, NOTHING_SEEN),
    answered,
  };
  const ofTasks = {
    completions: event("done", completions),
    given: event("given", given),
    written: event("new", written),
    changed: event("changed", changed),
    programs: event("program", programs),
  };
  const waiting = pickUnseen("dose", toReview, NOTHING_SEEN);
  const ledger = {
    // Doses to review come first: their newest entry is the one of their line.
    entries: [
      ...waiting,
      ...event("dose", entries).filter(({ id }) => !waiting.some((row) => row.id === id)),
    ],
    results: pickUnseen("dose", results, tail),
    pauses: event("pause", pauses),
    pauseEnds: event("resumed", pauseEnds),
    versions: event("plan", versions),
    ends: event("ended", ends),
    plans,
    unanswered,
  };
  const { answered: _, ...spoken } = ofComments;
  const events: Event[] = [
    ...Object.values(picked).flatMap(({ shown }) => shown),
    ...ofFiles.shown,
    ...joined.shown,
    ...Object.values(spoken).flat(),
    ...Object.values(ofTasks).flat(),
  ];
  const [subjects, names] = await pipelined(
    readSubjects(db, vault, events),
    readNames(db, [userId, ...writersOf(ledger)]),
  );
  const moment = { at: now, isReport: line.until !== null, timeZone };
  const [toldNotes, toldComments, toldDoses, toldPlans] = await pipelined(
    noteNews(db, access, vault, picked, subjects),
    commentNews(db, access, vault, ofComments, subjects),
    doseNews(db, access, vault, { ...ledger, moment }, names),
    planNews(db, access, vault, ledger, names),
  );
  const told: Omit<Handover, "tail"> = {
    diaryId,
    readerName: getShownName(names, userId),
    timeZone,
    since: line.since,
    until: line.until,
    isFirst: line.isFirst,
    upTo: Math.max(line.since, Math.min(line.upTo, line.until ?? line.upTo)),
    detailFrom: line.detailFrom,
    ...days,
    overdue: {
      shown: overdue.slice(0, MAX_LISTED).map((row) => ({
        id: row.id,
        title: row.title,
        dueAt: row.overdue_after!,
        isMine: row.assigned_to === userId,
        ...(unanswered(row.id) && { unanswered: true as const }),
      })),
      isCut: overdue.length > MAX_LISTED,
    },
    ...toldDoses,
    plans: toldPlans,
    ...toldNotes,
    files: filesOf(ofFiles, subjects),
    ...taskNews(ofTasks, subjects),
    comments: toldComments,
    people: {
      ...joined,
      shown: joined.shown.map(({ key, at, actorId }) => ({
        key,
        at,
        name: getShownName(subjects.names, actorId) ?? "",
      })),
    },
  };
  return {
    ...told,
    // Counted doses are shown too: they aren't counted again.
    tail: joinTails([...tailOf(told, told.upTo), ...ledger.results.map(({ key }) => key)], told.upTo),
  };
}

/** For what is shown again until it is settled. */
const NOTHING_SEEN: ReadonlySet<string> = new Set();

const NO_DAYS = { days: [], isOlder: false };

/** Where the page begins and ends: at the line in the address, whose mark is `named`, else at the reader's newest mark. */
function lineOf(which: Which, { newest, named }: Record<"newest" | "named", Mark | null>, upTo: number) {
  if ("untilTime" in which) {
    const { fromTime: from, untilTime: until } = which;
    return { since: from, after: from, until, upTo, detailFrom: from, isFirst: false, tail: [] };
  }
  const mark = which.since === undefined ? newest : named;
  const since = Math.min(which.since ?? mark?.upTo ?? upTo - FIRST_MS, upTo);
  return {
    since,
    // Transactions that had begun before the mark may have been committed after it; what was shown is in its tail.
    after: mark ? since - OVERLAP_MS : since,
    until: null,
    upTo,
    detailFrom: Math.max(since - OVERLAP_MS, upTo - DETAIL_MS),
    isFirst: newest === null,
    tail: mark?.tail ?? [],
  };
}
