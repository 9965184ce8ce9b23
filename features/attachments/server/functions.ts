import { randomBytes, randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { id, moment, nothing } from "../../../lib/schemas.ts";
import { action, mutation, query } from "../../../server/functions/define.ts";
import { formatContentDisposition, getServedType } from "../../../server/storage/disposition.ts";
import { awaitStorage } from "../../../server/storage/fault.ts";
import { getFileKeyPlace, type Received, receiveUpload } from "../../../server/storage/received.ts";
import { FILE_KEY_LENGTH } from "../../../server/storage/sealed_stream.ts";
import { uploadFile } from "../../../server/storage/storage.ts";
import { ATTACHMENT_MESSAGES, DOWNLOAD_MINUTES, TOO_LARGE, UPLOAD_MINUTES } from "../rules.ts";
import * as schema from "../schema.ts";
import { uploadFields } from "../schema.ts";
import { mayAttach, mayListAttachments, mayUseAttachment } from "./access.ts";
import * as data from "./data.ts";
import { fileLinks } from "./links.ts";
import { refuseFull } from "./storage_limits.ts";

const MINUTE_MS = 60_000;

/** The attachments of a note, oldest first; see `data.listAttachments`. */
export const listAttachments = query({
  ...schema.listAttachments,
  access: mayListAttachments(),
  handler: ({ db, access, vault }) => data.listAttachments(db, access, vault),
});

/** A step of the upload: creates the grant, which also names the object to remove if the upload is never completed. */
const openUpload = mutation({
  args: uploadFields
    .pick({ diaryId: true, noteId: true, mimeType: true })
    .extend({ isDirect: z.boolean(), sizeBytes: z.number().nullable() }),
  returns: z.strictObject({ grantId: id, objectName: z.string(), expiresAt: moment }),
  access: mayAttach(),
  handler: async ({ db, access, now, vault, limits }, { mimeType, isDirect, sizeBytes }) => {
    await refuseFull(db, access, limits, sizeBytes ?? 0);
    const grantId = uuidv7();
    const objectName = `attachments/${randomUUID()}`;
    const fileKey = access.isEncrypted
      ? await vault.seal(db, access.diaryId, getFileKeyPlace(objectName), randomBytes(FILE_KEY_LENGTH))
      : null;
    const expiresAt = new Date(now.getTime() + UPLOAD_MINUTES * MINUTE_MS);
    await data.insertGrant(
      db,
      access,
      { id: grantId, objectName, mimeType, isDirect, fileKey, expiresAt },
      now,
    );
    return { grantId, objectName, expiresAt: expiresAt.getTime() };
  },
});

/**
 * The first step of attaching a file: returns where to PUT it, with its type as content type, within 15 minutes. Then
 * `createAttachment` takes it by `objectName`. Files of encrypted notes always pass through this server; so do files of
 * unknown size, because a bucket's signed link without a size accepts any.
 */
export const generateUploadUrl = action({
  ...schema.generateUploadUrl,
  access: mayAttach(),
  handler: async ({ access, run, storage, links }, { diaryId, noteId, mimeType, sizeBytes }) => {
    if ((sizeBytes ?? 0) >= TOO_LARGE) throw new CareError("limit", ATTACHMENT_MESSAGES.size);
    const direct = access.isEncrypted || sizeBytes === undefined ? null : storage.direct;
    const { grantId, objectName, expiresAt } = await run(openUpload, {
      diaryId,
      noteId,
      mimeType,
      isDirect: direct !== null,
      sizeBytes: sizeBytes ?? null,
    });
    const uploadUrl = direct
      ? await awaitStorage(
          direct.uploadUrl({
            name: uploadFile(objectName),
            type: mimeType,
            size: sizeBytes ?? null,
            seconds: UPLOAD_MINUTES * 60,
          }),
        )
      : links.sign(fileLinks.upload(grantId), expiresAt);
    return { uploadUrl, objectName };
  },
});

/**
 * Creates an attachment of a file that the caller has uploaded for this note; returns its id. The size is measured by
 * the server, and the file is encrypted exactly when its note is; refused when `isEncrypted` is set for a note that
 * isn't. A file that the caller attached before with the same `uploadId` isn't attached again.
 */
export const createAttachment = mutation({
  ...schema.createAttachment,
  access: mayAttach(),
  /** Measures the uploaded object and stores the result in the grant, outside of any transaction. */
  prepare: async ({ db, access, now, storage }, { mimeType, sizeBytes, gcsObjectName, isEncrypted }) => {
    if (sizeBytes >= TOO_LARGE) throw new CareError("limit", ATTACHMENT_MESSAGES.size);
    // A user who expects encryption must not wrongly believe in it.
    if (isEncrypted && !access.isEncrypted) {
      throw new CareError("invalid", ATTACHMENT_MESSAGES.notEncrypted, { path: "isEncrypted" });
    }
    const grant = await data.claimGrant(db, access, gcsObjectName, now);
    if (!grant) throw notUploaded();
    let found: Received | null = null;
    try {
      assertType(grant, mimeType);
      const received = await awaitStorage(receiveUpload(storage, grant, TOO_LARGE), data.CLAIMED_WORK_MS);
      if (received === "nothing") throw notUploaded();
      if (received === "too large") throw new CareError("limit", ATTACHMENT_MESSAGES.size);
      found = received;
    } finally {
      await data.endClaim(db, grant, found);
    }
  },
  handler: async (
    { db, access, now, vault, limits },
    { filename, mimeType, gcsObjectName, uploadId = null, description = "" },
  ) => {
    const grant = await data.takeGrant(db, access, gcsObjectName, now);
    if (!grant || grant.sizeBytes === null) throw notUploaded();
    assertType(grant, mimeType);
    const attachmentId = uuidv7();
    const { objectName, fileKey, sizeBytes, previewType } = grant;
    await refuseFull(db, access, limits, sizeBytes);
    const file = {
      id: attachmentId,
      objectName,
      filename,
      description,
      mimeType,
      fileKey,
      sizeBytes,
      previewType,
      uploadId,
    };
    return data.insertAttachment(db, access, vault, grant.id, file, now);
  },
});

function assertType(grant: { mimeType: string }, mimeType: string): void {
  if (grant.mimeType === mimeType) return;
  throw new CareError("invalid", ATTACHMENT_MESSAGES.otherType(grant.mimeType), {
    path: "mimeType",
  });
}

const notUploaded = () =>
  new CareError("invalid", ATTACHMENT_MESSAGES.notUploaded, { path: "gcsObjectName" });

const findFile = query({
  args: z.object({ attachmentId: id }),
  returns: schema.attachment
    .pick({ diaryId: true, filename: true, previewType: true, sizeBytes: true, isEncrypted: true })
    .extend({ objectName: z.string(), fileKey: z.null() })
    .nullable(),
  access: mayUseAttachment("attachments.see"),
  handler: async ({ db, access }) => {
    const file = await data.findFile(db, access);
    return file && { ...file, fileKey: null };
  },
});

/** A step of an administrator's download: nobody in the notebook notices it, so it is recorded in the audit log. */
const noteAdminDownload = mutation({
  args: z.object({ attachmentId: id }),
  returns: nothing,
  access: mayUseAttachment("attachments.see"),
  handler: async ({ access, audit }, { attachmentId }) => {
    await audit({
      eventType: "admin.attachmentOpened",
      diaryId: access.diaryId,
      targetType: "attachment",
      targetId: attachmentId,
    });
    return null;
  },
});

/**
 * An address that downloads the file, valid for 5 minutes; in a bucket for one. With `preview` the address is for
 * display: pictures may also open inline; refused for a file whose content is neither a picture nor a PDF, regardless
 * of its declared type.
 */
export const getAttachmentUrl = action({
  ...schema.getAttachmentUrl,
  access: mayUseAttachment("attachments.see"),
  handler: async ({ access, now, run, storage, links }, { attachmentId, preview = false }) => {
    const file = await run(findFile, { attachmentId });
    if (!file) throw new CareError("not-found", ATTACHMENT_MESSAGES.gone);
    if (preview && !file.previewType) {
      throw new CareError("invalid", ATTACHMENT_MESSAGES.noPreview, { path: "preview" });
    }
    if (access.asAdministrator) await run(noteAdminDownload, { attachmentId });
    if (storage.direct && !file.isEncrypted) {
      const url = await awaitStorage(
        storage.direct.downloadUrl({
          name: file.objectName,
          type: getServedType(file),
          disposition: formatContentDisposition(file, preview),
        }),
      );
      return { url };
    }
    const expiresAt = now.getTime() + DOWNLOAD_MINUTES * MINUTE_MS;
    const { userId } = access;
    return { url: links.sign(fileLinks.download({ attachmentId, userId, preview }), expiresAt) };
  },
});

/** Changes the description of an attachment, an empty one removes it: one's own, or as an admin any visible one. */
export const updateAttachment = mutation({
  ...schema.updateAttachment,
  access: mayUseAttachment("attachments.describe"),
  handler: async ({ db, access, vault }, { description }) => {
    await data.updateDescription(db, access, vault, description);
    return null;
  },
});

/** Deletes an attachment: one's own, or as an admin any visible one. Its file is removed soon after. */
export const deleteAttachment = mutation({
  ...schema.deleteAttachment,
  access: mayUseAttachment("attachments.delete"),
  handler: async ({ db, access, audit }, { attachmentId }) => {
    const { noteId } = await data.deleteAttachment(db, access);
    await audit({
      eventType: "attachment.deleted",
      diaryId: access.diaryId,
      targetType: "attachment",
      targetId: attachmentId,
      details: { noteId },
    });
    return null;
  },
});
