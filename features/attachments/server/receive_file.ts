import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { isDiskFull } from "../../../server/disk.ts";
import { NO_LINK } from "../../../server/http/files.ts";
import type { RoomParts, UploadOutcome } from "../../../server/rooms.ts";
import { awaitStorage } from "../../../server/storage/fault.ts";
import { createMeasure, type Measure } from "../../../server/storage/measuring.ts";
import { getFileKeyPlace, type Received } from "../../../server/storage/received.ts";
import { createEncryptStream } from "../../../server/storage/sealed_stream.ts";
import { ATTACHMENT_MESSAGES, getUploadedType, TOO_LARGE } from "../rules.ts";
import { grantOfLink } from "./access.ts";
import * as attachments from "./data.ts";

const GONE = { status: 403, error: NO_LINK } as const;
const LARGE = { status: 413, error: ATTACHMENT_MESSAGES.size } as const;

/**
 * Receives the file of a grant: streams it into a draft, encrypted if the note is, and moves it into the storage when
 * it is complete. An aborted upload leaves nothing and may be retried until the link expires.
 * @throws StorageFault
 */
export async function receiveFile(
  { database, storage, vault }: RoomParts,
  grantId: string,
  incoming: IncomingMessage,
): Promise<UploadOutcome> {
  const begin = new Date();
  const found = await grantOfLink(database.db, grantId);
  if (!found) return GONE;
  const { access, objectName } = found;
  const grant = await attachments.takeGrant(database.db, access, objectName, begin);
  if (!grant || grant.isDirect || grant.sizeBytes !== null) return GONE;
  if (getUploadedType(incoming.headers["content-type"]) !== grant.mimeType) {
    return { status: 415, error: { english: `The content type must be ${grant.mimeType}` } };
  }
  const key =
    grant.fileKey &&
    (await vault.open(database.db, access.diaryId, getFileKeyPlace(objectName), grant.fileKey));

  const draft = await awaitStorage(storage.drafts.newPath());
  try {
    const measure = await awaitStorage(collect(incoming, draft, key));
    if (!measure) return { status: 499, error: { english: "The upload broke off" } };
    const sizeBytes = measure.size();
    if (sizeBytes >= TOO_LARGE) return LARGE;
    // A concurrent upload waits here and then finds the file already uploaded.
    const claimed = await attachments.claimGrant(database.db, access, objectName, begin);
    if (!claimed) return GONE;
    let received: Received | null = null;
    try {
      if (claimed.sizeBytes !== null) return GONE;
      await awaitStorage(storage.saveDraft(draft, objectName), attachments.CLAIMED_WORK_MS);
      received = { sizeBytes, previewType: measure.previewType() };
    } finally {
      if (!(await attachments.endClaim(database.db, claimed, received))) received = null;
    }
    return received ? { status: 200 } : GONE;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes a request's body into a draft; null when the body ends early. */
async function collect(
  incoming: IncomingMessage,
  draft: string,
  key: Buffer | null,
): Promise<Measure | null> {
  const measure = createMeasure(TOO_LARGE);
  const file = createWriteStream(draft, { flags: "wx", mode: 0o600 });
  try {
    if (key) await pipeline(incoming, measure.stream, createEncryptStream(key), file);
    else await pipeline(incoming, measure.stream, file);
    return measure;
  } catch (error) {
    if (measure.size() >= TOO_LARGE) return measure;
    // The rest of the body wasn't read, but it was there.
    if (!incoming.complete && !isDiskFull(error)) return null;
    throw error;
  }
}
