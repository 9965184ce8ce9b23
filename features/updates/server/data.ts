import type { Kysely } from "kysely";
import type { PaginationOptions } from "../../../lib/schemas.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName } from "../../../server/db/names.ts";
import { type PageJournal, paginateMerged } from "../../../server/db/pages.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { compareNewestFirst, groupUpdates, MAX_NEW, type UpdateType } from "../rules.ts";
import type { UpdatesAccess } from "./access.ts";
import { createUpdatesReader, type Event, readNewestComments, readNewestNotes } from "./events.ts";
import { readNewestOfEach } from "./kinds.ts";
import { countGivenDoses } from "./ledger_events.ts";
import { readUpTo } from "./marks.ts";
import { readSubjects } from "./subjects.ts";
import { readNewestAssignments } from "./task_events.ts";

type Db = Kysely<Tables>;

/** Unread updates by others, grouped by their subject; mentions and assigned tasks first. */
export async function listNew(db: Db, access: UpdatesAccess, vault: Vault) {
  if (access.notebooks.length === 0) return { groups: [], isWhole: true };
  const reader = createUpdatesReader(db, access);
  const wanted = { limit: MAX_NEW + 1, isNew: true };
  const [ofEach, noteMentions, mentions, assignments, given] = await runPipelined(
    readNewestOfEach(reader, wanted),
    readNewestNotes(reader, wanted, { onlyMentions: true }),
    readNewestComments(reader, wanted, true),
    readNewestAssignments(reader, wanted),
    countGivenDoses(reader),
  );
  const lists: Event[][] = [...ofEach, noteMentions, mentions, assignments, given];
  const events = [...new Map(lists.flat().map((event) => [`${event.type} ${event.id}`, event])).values()].map(
    // A file is news about its note.
    (event) => (event.type === "attachment" ? { ...event, title: null } : event),
  );
  if (events.length === 0) return { groups: [], isWhole: true };
  const [subjects, upTo] = await runPipelined(
    readSubjects(db, vault, events),
    readUpTo(
      db,
      access,
      events.map(({ thing }) => thing),
    ),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  const groups = groupUpdates(
    events.map((event) => ({ ...event, at: event.updatedAt, title: event.title ?? "" })),
  );
  return {
    /** Whether these are all. */
    isWhole: lists.every((list) => isWithin(list, MAX_NEW)),
    groups: groups.map(({ newestId, parts, ...group }) => {
      const event = byId.get(newestId)!;
      return {
        ...group,
        ...subjects.placeOf(event),
        title: subjects.titleOf(event),
        /** Up to when the reader had read it. */
        readUpTo: upTo(event),
        parts: parts.map(({ actorIds, ...part }) => ({
          ...part,
          actors: actorIds.map((id) => getShownName(subjects.names, id)),
        })),
      };
    }),
  };
}

/** Whether no notebook has more updates in this list. */
function isWithin(events: readonly Event[], most: number): boolean {
  const counts = new Map<string, number>();
  for (const { diaryId } of events) counts.set(diaryId, (counts.get(diaryId) ?? 0) + 1);
  return [...counts.values()].every((count) => count <= most);
}

/** All updates that the reader sees, newest first, in pages without end. */
export async function pageUpdates(
  db: Db,
  access: UpdatesAccess,
  vault: Vault,
  options: PaginationOptions,
  journal: PageJournal,
) {
  if (access.notebooks.length === 0) return { page: [], isDone: true, continueCursor: "" };
  const reader = createUpdatesReader(db, access);
  const { page: events, ...rest } = await paginateMerged(options, journal, async (range) => {
    const ofEach = await readNewestOfEach(reader, { limit: range.limit, range });
    return (ofEach as Event[][]).flat().map((event) => ({ ...event, page_key: event.pageKey! }));
  });
  return { page: await presentUpdates(db, access, vault, events), ...rest };
}

/** Updates with the names of their subjects. */
export async function presentUpdates(db: Db, access: UpdatesAccess, vault: Vault, events: readonly Event[]) {
  const [subjects, upTo] = await runPipelined(
    readSubjects(db, vault, events),
    readUpTo(
      db,
      access,
      events.map(({ thing }) => thing),
    ),
  );
  return events.map((event) => ({
    type: event.type as UpdateType,
    id: event.id,
    ...subjects.placeOf(event),
    title: subjects.titleOf(event),
    updatedAt: event.updatedAt,
    isFirst: event.isFirst,
    actorName: getShownName(subjects.names, event.actorId),
    isByMe: event.actorId === access.userId,
    /** By another user, and not read yet. */
    isNew: event.actorId !== access.userId && event.updatedAt > upTo(event),
  }));
}

/** The updates of home: the newest notes, and the newest of all kinds. */
export async function readNewestUpdates(
  db: Db,
  access: UpdatesAccess,
  vault: Vault,
  limits: { notes: number; updates: number },
) {
  if (access.notebooks.length === 0) return { notes: [], updates: [] };
  const ofEach = await readNewestOfEach(createUpdatesReader(db, access), {
    limit: Math.max(limits.notes, limits.updates),
  });
  const notes = compareNewestFirst(ofEach[0], limits.notes);
  const updates = compareNewestFirst<Event>((ofEach as Event[][]).flat(), limits.updates);
  const presented = await presentUpdates(db, access, vault, [...notes, ...updates]);
  return {
    notes: notes.map(({ icon }, index) => ({ ...presented[index]!, icon })),
    updates: presented.slice(notes.length),
  };
}
