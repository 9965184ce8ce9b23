import type { Kysely } from "kysely";
import { CareError } from "../../../../lib/errors.ts";
import { seesNote, toReader } from "../../../../lib/visibility.ts";
import type { Visibility } from "../../../../lib/visibility-levels.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { NOTE_MESSAGES } from "../../rules/messages.ts";
import type { Notified } from "../write_data.ts";
import { findMembers, type Mentionable } from "./data.ts";

type Save = {
  diaryId: string;
  /** The user who saves the note. */
  userId: string;
  authorId: string;
  visibility: Visibility;
  mentions: readonly string[];
  /** The stored values before this save. */
  before: { readonly mentions: readonly string[]; readonly told: readonly string[] };
  now: Date;
};

const NOBODY = { told: [], people: [] };

/**
 * The people to notify of their mention by this save: those who see the note from now on and weren't notified before. A
 * mention of a person who doesn't see it waits until a later save shows it to them. An author's mention of themselves
 * counts as notified.
 * @throws CareError when a newly mentioned person isn't a member
 */
export async function findMentioned(
  db: Kysely<Tables>,
  { diaryId, userId, authorId, visibility, mentions, before, now }: Save,
): Promise<{ told: Notified[]; people: Mentionable[] }> {
  const untold = mentions.filter((id) => !before.told.includes(id));
  if (untold.length === 0) return NOBODY;
  const members = await findMembers(db, diaryId, untold);
  const known = new Set(members.map((member) => member.userId));
  // People mentioned before may have left the notebook.
  if (untold.some((id) => !known.has(id) && !before.mentions.includes(id))) {
    throw new CareError("invalid", NOTE_MESSAGES.notMembers, { path: "mentions" });
  }
  const people = members.filter(
    (member) => member.userId !== userId && seesNote({ visibility, authorId }, toReader(member)),
  );
  const told = people.map((person) => ({ userId: person.userId, at: now.getTime() }));
  if (untold.includes(userId)) told.push({ userId, at: 0 });
  return { told, people };
}
