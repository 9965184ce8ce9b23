import type { Kysely } from "kysely";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { listMedicationDifferences } from "../../medications/rules/changes.ts";
import { listNewestLists } from "../../medications/server/public.ts";
import { getAuthorMark } from "../../notebooks/rules/authors.ts";
import { readNotes } from "../../notes/server/public.ts";
import type { Event, Subjects } from "../../updates/server/public.ts";
import type { Handover, HandoverNote } from "../schema.ts";
import type { HandoverAccess } from "./access.ts";
import type { Picked } from "./picked.ts";

type Db = Kysely<Tables>;
type List<Item> = { shown: Item[]; isCut: boolean };
type PickedNotes = Record<"handovers" | "own" | "lists" | "notes", List<Picked<Event>>>;

/** So many lists are read to learn what each new one changed. */
const LISTS_READ = 12;

/** Notes that were written or changed: those that hand over, lists of medications and all others. */
export async function noteNews(
  db: Db,
  access: HandoverAccess,
  vault: Vault,
  { handovers, own, lists, notes }: PickedNotes,
  { names }: Subjects,
): Promise<Pick<Handover, "handoverNotes" | "ownHandover" | "medicationLists" | "notes">> {
  const listIds = (list: List<Picked<Event>>) => list.shown.map(({ id }) => id);
  const [read, differences] = await runPipelined(
    readNotes(db, vault, access.member.diaryId, {
      ids: [...listIds(lists), ...listIds(notes)],
      wholeIds: [...listIds(handovers), ...listIds(own)],
    }),
    lists.shown.length > 0 ? readDifferences(db, access, vault) : new Map(),
  );
  const present = (event: Picked<Event>): HandoverNote => {
    const row = read.get(event.id)!;
    const { content } = row;
    return {
      key: event.key,
      at: event.at,
      by: getShownName(names, event.actorId),
      id: event.id,
      shortId: event.note!.note_short_id!,
      type: row.type as HandoverNote["type"],
      title: row.title,
      preview: row.preview,
      ...getAuthorMark(row.by_clinician),
      visibility: row.visibility as Visibility,
      isEncrypted: row.is_encrypted,
      isFirst: event.isFirst,
      mentionsMe: event.mentionsMe,
      ...(content?.type === "handover" && { handover: pickParts(content.data) }),
      ...(differences.has(event.id) && { differences: differences.get(event.id) }),
    };
  };
  const list = ({ shown, isCut }: List<Picked<Event>>) => ({ shown: shown.map(present), isCut });
  return {
    handoverNotes: list(handovers),
    ownHandover: list(own).shown[0] ?? null,
    medicationLists: list(lists),
    notes: list(notes),
  };
}

type Parts = NonNullable<HandoverNote["handover"]>;

const pickParts = ({ state, happened, nextSteps, watchFor, forWhom }: Parts): Parts => ({
  state,
  happened,
  nextSteps,
  watchFor,
  forWhom,
});

/** What each of the newest lists of medications changes, by the id of its note. */
async function readDifferences(db: Db, access: HandoverAccess, vault: Vault) {
  const lists = await listNewestLists(db, access.notes, vault, LISTS_READ);
  return new Map(
    lists.flatMap(({ head, list }, index) => {
      const former = lists[index + 1];
      if (!former || former.head.isLost || head.isLost) return [];
      return [[head._id, listMedicationDifferences(former.list.medications, list.medications)]];
    }),
  );
}

/** Files that were added to notes. */
export const listFiles = ({ shown, isCut }: List<Picked<Event>>, subjects: Subjects): Handover["files"] => ({
  isCut,
  shown: shown.map((event) => ({
    key: event.key,
    at: event.at,
    by: getShownName(subjects.names, event.actorId),
    noteId: event.note!.note_short_id!,
    title: subjects.titleOf({ ...event, title: null }),
    filename: event.title ?? "",
  })),
});
