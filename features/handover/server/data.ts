import type { Kysely } from "kysely";
import { getDayStart, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { readTimeZone } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { Span } from "../../../server/db/span.ts";
import { settledUntil } from "../../../server/sync/snapshot.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { readUnanswered } from "../../escalation/server/public.ts";
import { readOverdueTasks } from "../../tasks/server/public.ts";
import {
  createUpdatesReader,
  type Event,
  getNewestDoseEntries,
  getNewestDosesToReview,
  readNewestAssignments,
  readNewestAttachments,
  readNewestComments,
  readNewestCompletions,
  readNewestDoseResults,
  readNewestMembers,
  readNewestNotes,
  readNewestPauseEnds,
  readNewestPauses,
  readNewestPlanEnds,
  readNewestPlanVersions,
  readNewestPrograms,
  readNewestTaskChanges,
  readNewestTasks,
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
  OWN_MS,
} from "../rules/limits.ts";
import type { Handover } from "../schema.ts";
import type { HandoverAccess } from "./access.ts";
import { listComingAppointments } from "./coming_appointments.ts";
import { listAnswered, readCommentNews } from "./comment_news.ts";
import { countDays } from "./day_counts.ts";
import { listWriters, planNews, readDoseNews, readPlans } from "./dose_news.ts";
import { listFiles, noteNews } from "./note_news.ts";
import { joinTails, listTail, pickUnseen, toList } from "./picked.ts";
import { type ReadMarker, readMarker } from "./read_markers.ts";
import { collectTaskNews } from "./task_news.ts";

type Db = Kysely<Tables>;

/** The requested range: since the reader's marker, or the span of a report. */
export type Which = { at: number } & (
  | { since?: number | undefined }
  | { fromTime: number; untilTime: number }
);

/**
 * Reads a handover for its reader: one statement per kind, sent together. Its `upTo` was determined before the
 * snapshot, so no entry recorded earlier can appear later.
 */
export async function getHandover(
  db: Db,
  access: HandoverAccess,
  vault: Vault,
  which: Which,
): Promise<Handover> {
  const { diaryId, userId } = access.member;
  const asked = "since" in which ? which.since : undefined;
  const [settled, newest, named, timeZone] = await runPipelined(
    db.selectNoFrom(settledUntil.as("until")).executeTakeFirstOrThrow(),
    readMarker(db, access.member),
    asked === undefined ? null : readMarker(db, access.member, asked),
    readTimeZone(db, { diaryId }),
  );
  const line = findSpan(which, { newest, named }, Number(settled.until));
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
  // Today's, and shortly after midnight the evening's.
  const ownAfter = Math.min(getDayStart(toDayInZone(now, timeZone), timeZone), now - OWN_MS);
  const ownSpan: Span = { after: ownAfter, until: null, withoutOwn: false };
  const [
    handovers,
    own,
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
    appointments,
  ] = await runPipelined(
    readNewestNotes(reader, fewer, { type: "handover" }),
    // A report has the reader's own notes among all others.
    line.until === null
      ? readNewestNotes(reader, { limit: 1, span: ownSpan }, { type: "handover", onlyOwn: true })
      : NO_NOTES,
    readNewestNotes(reader, wanted, { type: "current-medications" }),
    readNewestNotes(reader, wanted, { notOfTypes: ["handover", "current-medications"] }),
    readNewestComments(reader, wanted),
    readNewestComments(reader, { limit, span: openSpan }, true),
    readNewestAttachments(reader, wanted),
    readNewestCompletions(reader, wanted),
    readNewestAssignments(reader, wanted),
    readNewestTasks(reader, wanted),
    readNewestTaskChanges(reader, wanted),
    readNewestPrograms(reader, wanted),
    readNewestMembers(reader, wanted),
    readNewestPlanVersions(reader, wanted),
    readNewestPlanEnds(reader, wanted),
    readNewestPauses(reader, wanted),
    readNewestPauseEnds(reader, wanted),
    getNewestDoseEntries(reader, wanted, line.since),
    getNewestDosesToReview(reader, { limit: MAX_LISTED, span: { ...openSpan, withoutOwn: false } }),
    readNewestDoseResults(reader, { limit: MAX_RESULTS, span: { ...span, withoutOwn: false } }),
    readOverdueTasks(db, access.tasks, { diaryId, at: new Date(now), limit: MAX_LISTED + 1 }),
    listAnswered(db, access.member, openSpan),
    readPlans(db, access.plans),
    readUnanswered(db, access.member, now - OPEN_MS),
    line.since < line.detailFrom ? countDays(db, access, timeZone, line) : NO_DAYS,
    line.until === null
      ? listComingAppointments(db, access.appointments, { now, since: line.since, timeZone })
      : NO_APPOINTMENTS,
  );
  const pickEvents = <One extends Event>(kind: string, rows: readonly One[]) => pickUnseen(kind, rows, tail);
  const picked = {
    handovers: toList(pickEvents("note", handovers), MAX_HANDOVER_NOTES),
    own: toList(pickUnseen("note", own, NOTHING_SEEN)),
    lists: toList(pickEvents("note", lists)),
    notes: toList(pickEvents("note", notes)),
  };
  const ofFiles = toList(pickEvents("file", files));
  const joined = toList(pickEvents("person", people));
  const ofComments = {
    comments: pickEvents("comment", comments),
    mentions: pickEvents(
      "comment",
      allMentions.filter(({ updatedAt }) => updatedAt > span.after),
    ),
    earlier: pickUnseen("comment", allMentions, NOTHING_SEEN),
    answered,
  };
  const ofTasks = {
    completions: pickEvents("done", completions),
    given: pickEvents("given", given),
    written: pickEvents("new", written),
    changed: pickEvents("changed", changed),
    programs: pickEvents("program", programs),
  };
  const waiting = pickUnseen("dose", toReview, NOTHING_SEEN);
  const ledger = {
    // Doses to review come first: their newest entry is the one of their line.
    entries: [
      ...waiting,
      ...pickEvents("dose", entries).filter(({ id }) => !waiting.some((row) => row.id === id)),
    ],
    results: pickUnseen("dose", results, tail),
    pauses: pickEvents("pause", pauses),
    pauseEnds: pickEvents("resumed", pauseEnds),
    versions: pickEvents("plan", versions),
    ends: pickEvents("ended", ends),
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
  const [subjects, names] = await runPipelined(
    readSubjects(db, vault, events),
    readNames(db, [userId, ...listWriters(ledger)]),
  );
  const moment = { at: now, isReport: line.until !== null, timeZone };
  const [toldNotes, toldComments, toldDoses, toldPlans] = await runPipelined(
    noteNews(db, access, vault, picked, subjects),
    readCommentNews(db, access, vault, ofComments, subjects),
    readDoseNews(db, access, vault, { ...ledger, moment }, names),
    planNews(db, access, vault, ledger, names),
  );
  const answer: Omit<Handover, "tail"> = {
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
        isOfToday: row.lateness === "late",
        isMine: row.assigned_to === userId,
        ...(unanswered(row.id) && { unanswered: true as const }),
      })),
      isCut: overdue.length > MAX_LISTED,
    },
    ...toldDoses,
    plans: toldPlans,
    appointments,
    ...toldNotes,
    files: listFiles(ofFiles, subjects),
    ...collectTaskNews(ofTasks, subjects),
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
    ...answer,
    // Counted doses are shown too: they aren't counted again.
    tail: joinTails([...listTail(answer, answer.upTo), ...ledger.results.map(({ key }) => key)], answer.upTo),
  };
}

/** The part for items that are shown until they are settled. */
const NOTHING_SEEN: ReadonlySet<string> = new Set();

const NO_NOTES: Event[] = [];

const NO_APPOINTMENTS = { shown: [], isCut: false };

const NO_DAYS = { days: [], isOlder: false };

/** Where the page begins and ends: at the line in the address, whose mark is `named`, else at the reader's newest mark. */
function findSpan(
  which: Which,
  { newest, named }: Record<"newest" | "named", ReadMarker | null>,
  upTo: number,
) {
  if ("untilTime" in which) {
    const { fromTime: from, untilTime: until } = which;
    return { since: from, after: from, until, upTo, detailFrom: from, isFirst: false, tail: [] };
  }
  const mark = which.since === undefined ? newest : named;
  const since = Math.min(which.since ?? mark?.upTo ?? upTo - FIRST_MS, upTo);
  return {
    since,
    // Transactions that began before the marker may have committed after it; shown entries are in its tail.
    after: mark ? since - OVERLAP_MS : since,
    until: null,
    upTo,
    detailFrom: Math.max(since - OVERLAP_MS, upTo - DETAIL_MS),
    isFirst: newest === null,
    tail: mark?.tail ?? [],
  };
}
