import type { Kysely } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { getRecordingSize } from "../../../lib/sizes.ts";
import type { LimitConfig } from "../../../server/config/door.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { AttachAccess } from "./access.ts";

type Limits = Pick<LimitConfig, "notebookStorage" | "personStorage">;

/**
 * Refuses a file that would take the notebook's files, or the user's in all notebooks, above the operator's limit.
 * Uploads at the same moment may each still fit, so a limit is exceeded at most by the running uploads.
 * @param sizeBytes 0 when it isn't known yet
 */
export async function refuseFull(
  db: Kysely<Tables>,
  { diaryId, userId }: AttachAccess,
  { notebookStorage, personStorage }: Limits,
  sizeBytes: number,
): Promise<void> {
  const sizes = db.selectFrom("attachments").select(({ fn }) => fn.sum<string>("size_bytes").as("bytes"));
  if (notebookStorage !== null) {
    const { bytes } = await sizes.where("diary_id", "=", diaryId).executeTakeFirstOrThrow();
    if (Number(bytes ?? 0) + sizeBytes > notebookStorage) {
      throw new CareError("limit", {
        key: "attachmentrules.notebookFull",
        values: { size: getRecordingSize(notebookStorage) },
      });
    }
  }
  if (personStorage !== null) {
    const { bytes } = await sizes.where("uploaded_by", "=", userId).executeTakeFirstOrThrow();
    if (Number(bytes ?? 0) + sizeBytes > personStorage) {
      throw new CareError("limit", {
        key: "attachmentrules.personFull",
        values: { size: getRecordingSize(personStorage) },
      });
    }
  }
}
