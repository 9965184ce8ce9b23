import { type Kysely, sql } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import {
  type AccessRule,
  admit,
  type Caller,
  hasSession,
  inNotebook,
  knownPerson,
  type Person,
} from "../../../server/access/gate.ts";
import { may, type Role, rolesThat } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { PHOTO_MESSAGES } from "../rules.ts";

declare const proven: unique symbol;

/** Access to one photo that the caller may see. */
export type PhotoAccess = { readonly [proven]: "photo"; readonly photoId: string };

/** Whether a notebook shows the photo `a`, or a person does. */
export const isUsed = sql<boolean>`(
  exists (select from diaries where diaries.avatar_id = a.id)
  or exists (select from users where users.avatar_id = a.id))`;

/** The roles that see a notebook's members, and so their pictures. */
const SEES_MEMBERS = rolesThat("members.see");

/**
 * Access to a photo by id: a notebook's for its members; a user's for themselves and for members who see them in a
 * notebook; an unused one for its uploader; else null.
 */
export async function readPhoto(caller: Caller, photoId: string): Promise<PhotoAccess | null> {
  const { db, identity } = caller;
  if (!identity) throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
  if (!isFullId(photoId)) return null;
  const found = await db
    .selectFrom("avatars as a")
    .innerJoin("users as u", (join) =>
      join.on("u.clerk_user_id", "=", identity.subject).on("u.closed_at", "is", null),
    )
    .leftJoin("diaries as d", "d.avatar_id", "a.id")
    .leftJoin("members as m", (join) => join.onRef("m.diary_id", "=", "d.id").onRef("m.user_id", "=", "u.id"))
    .leftJoin("users as shown", "shown.avatar_id", "a.id")
    .select(["u.id", "a.uploaded_by", "d.id as diary_id", "m.role", "shown.id as shown_id", "u.closed_at"])
    .select(hasSession(caller).as("has_session"))
    .where("a.id", "=", photoId)
    .executeTakeFirst();
  if (!found) return null;
  admit(found);
  const mayRead = await (async () => {
    if (found.diary_id !== null) {
      return found.role !== null && may(found.role as Role, "notebook.see");
    }
    if (found.shown_id !== null) {
      return found.shown_id === found.id || (await seesAsMember(db, found.id, found.shown_id));
    }
    return found.uploaded_by === found.id;
  })();
  return mayRead ? ({ photoId } as PhotoAccess) : null;
}

/** Whether a user sees another one as a member of any notebook. */
async function seesAsMember(db: Kysely<Tables>, viewerId: string, memberId: string): Promise<boolean> {
  const shared = await db
    .selectFrom("members as viewer")
    .innerJoin("members as shown", "shown.diary_id", "viewer.diary_id")
    .select("viewer.id")
    .where("viewer.user_id", "=", viewerId)
    .where("viewer.role", "in", SEES_MEMBERS)
    .where("shown.user_id", "=", memberId)
    .limit(1)
    .executeTakeFirst();
  return shared !== undefined;
}

/**
 * The id of a photo that a notebook or a person is about to use. Locks its row, so that it isn't swept in the meantime.
 * @throws CareError unless the caller has uploaded it and nothing uses it
 */
export async function findUsablePhoto(
  db: Kysely<Tables>,
  { userId }: { readonly userId: string },
  photoId: string | null,
): Promise<string> {
  const photo =
    photoId !== null && isFullId(photoId)
      ? await db
          .selectFrom("avatars as a")
          .select("a.id")
          .where("a.id", "=", photoId)
          .where("a.uploaded_by", "=", userId)
          .where(({ not }) => not(isUsed))
          .forUpdate("a")
          .executeTakeFirst()
      : undefined;
  if (!photo) throw new CareError("invalid", PHOTO_MESSAGES.notUploaded, { path: "avatarUrl" });
  return photo.id;
}

/** Uploading a photo: for an existing notebook by a member who may edit it, for a new one by any known user. */
export const mayUploadPhoto = (): AccessRule<{ diaryId?: string | undefined }, Person> => ({
  action: "person",
  async resolve(caller, { diaryId }) {
    if (diaryId !== undefined) await inNotebook("notebook.edit").resolve(caller, { diaryId });
    return knownPerson(caller);
  },
});
