import type { Kysely } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import {
  type AccessRule,
  type Caller,
  inNotebook,
  knownPerson,
  type Person,
} from "../../../server/access/gate.ts";
import { grantOf, type Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { PHOTO_MESSAGES } from "../rules.ts";

declare const proven: unique symbol;

/** Proof for one photo that the caller may look at. */
export type PhotoAccess = { readonly [proven]: "photo"; readonly photoId: string };

/**
 * Access to a photo by id: for members of the notebook that uses it, or for its uploader while none does; else null.
 */
export async function photoOf({ db, identity }: Caller, photoId: string): Promise<PhotoAccess | null> {
  if (!identity) throw new CareError("unauthenticated", "Not authenticated");
  if (!isFullId(photoId)) return null;
  const found = await db
    .selectFrom("avatars as a")
    .innerJoin("users as u", (join) => join.on("u.clerk_user_id", "=", identity.subject))
    .leftJoin("diaries as d", "d.avatar_id", "a.id")
    .leftJoin("members as m", (join) => join.onRef("m.diary_id", "=", "d.id").onRef("m.user_id", "=", "u.id"))
    .select(["u.id", "a.uploaded_by", "d.id as diary_id", "m.role"])
    .where("a.id", "=", photoId)
    .executeTakeFirst();
  if (!found) return null;
  const may =
    found.diary_id === null
      ? found.uploaded_by === found.id
      : found.role !== null && grantOf(found.role as Role, "notebook.see") === "yes";
  return may ? ({ photoId } as PhotoAccess) : null;
}

/**
 * The id of a photo that a notebook is about to use. Locks its row, so that it isn't swept in the meantime.
 * @throws CareError unless the caller has uploaded it and no notebook uses it
 */
export async function photoToUse(
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
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom("diaries as d").select("d.id").whereRef("d.avatar_id", "=", "a.id"))),
          )
          .forUpdate("a")
          .executeTakeFirst()
      : undefined;
  if (!photo) throw new CareError("invalid", PHOTO_MESSAGES.notUploaded, { path: "avatarUrl" });
  return photo.id;
}

/** Uploading a photo: for an existing notebook by somebody who may edit it, for a new one by any known user. */
export const mayUploadPhoto = (): AccessRule<{ diaryId?: string | undefined }, Person> => ({
  action: "person",
  async resolve(caller, { diaryId }) {
    if (diaryId !== undefined) await inNotebook("notebook.edit").resolve(caller, { diaryId });
    return knownPerson(caller);
  },
});
