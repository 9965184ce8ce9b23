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

/** A photo by its id: for the members of the notebook that has it, and while none has it for its uploader; else null. */
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
 * The id of a photo that a notebook is about to have. Its row is locked, so that it can't be swept away meanwhile.
 * @throws CareError unless the caller has uploaded it and no notebook has it
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

/** An upload of a photo: for a notebook by whoever may edit it, for one that is yet to be made by anybody known. */
export const mayUploadPhoto = (): AccessRule<{ diaryId?: string | undefined }, Person> => ({
  action: "person",
  async resolve(caller, { diaryId }) {
    if (diaryId !== undefined) await inNotebook("notebook.edit").resolve(caller, { diaryId });
    return knownPerson(caller);
  },
});
