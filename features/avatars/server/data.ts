import type { Kysely } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import type { Person } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { PHOTO_MESSAGES, UNUSED_PHOTOS } from "../rules.ts";
import { isUsed } from "./access.ts";

type Db = Kysely<Tables>;

/** Adds the row of a photo that is about to be stored; refused when the uploader has too many unused photos. */
export async function insertPhoto(db: Db, { userId }: Person, photoId: string, now: Date): Promise<void> {
  const unused = await db
    .selectFrom("avatars as a")
    .select("a.id")
    .where("a.uploaded_by", "=", userId)
    .where(({ not }) => not(isUsed))
    .limit(UNUSED_PHOTOS)
    .execute();
  if (unused.length >= UNUSED_PHOTOS) throw new CareError("limit", PHOTO_MESSAGES.unused);
  await db.insertInto("avatars").values({ id: photoId, uploaded_by: userId, created_at: now }).execute();
}
