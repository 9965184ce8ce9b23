import { z } from "zod";
import { getWord, id, moment, nothing } from "../../lib/schemas.ts";
import { toIssue } from "../../lib/words/message.ts";
import type { PreviewType } from "../../server/storage/preview_type.ts";
import {
  ATTACHMENT_MESSAGES,
  cleanFilename,
  DESCRIPTION_LENGTH,
  FILENAME_LENGTH,
  getMediaType,
  UNKNOWN_TYPE,
} from "./rules.ts";

const filename = z
  .string()
  .max(FILENAME_LENGTH, toIssue(ATTACHMENT_MESSAGES.nameLong))
  .transform(cleanFilename)
  .refine((name) => name.length > 0, toIssue(ATTACHMENT_MESSAGES.filename));

/** `type/subtype` in lower case, possibly with parameters; browsers send "" for unknown types. */
const mimeType = z
  .string()
  .max(255, toIssue(ATTACHMENT_MESSAGES.mimeType))
  .transform((type) => getMediaType(type) || UNKNOWN_TYPE)
  .refine(
    (type) => /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/.test(type),
    toIssue(ATTACHMENT_MESSAGES.mimeType),
  );

/** The description of a picture, for people who can't see it. */
const description = z.string().trim().max(DESCRIPTION_LENGTH, toIssue(ATTACHMENT_MESSAGES.descriptionLong));

const sizeBytes = z.number().int().min(0);

export const uploadFields = z.object({
  diaryId: id,
  noteId: id,
  filename,
  mimeType,
  /** With it, a file that is too large is refused at once, and a bucket's signed upload is limited to this size. */
  sizeBytes: sizeBytes.optional(),
});

export const attachmentFields = z.object({
  diaryId: id,
  noteId: id,
  filename,
  mimeType,
  sizeBytes,
  gcsObjectName: id,
  isEncrypted: z.boolean().optional(),
  /** The client's own id of the file: sent again with it, the file is attached once. */
  uploadId: z.guid().optional(),
  description: description.optional(),
});

export const attachment = z.strictObject({
  _id: id,
  diaryId: id,
  noteId: id,
  filename: z.string(),
  /** Empty without one. */
  description: z.string(),
  mimeType: z.string(),
  /** The type according to the file's first bytes; null when it can't be previewed. */
  previewType: getWord<PreviewType>().nullable(),
  sizeBytes: z.number(),
  isEncrypted: z.boolean(),
  gcsObjectName: z.string().nullable(),
  uploaderId: id,
  uploaderName: z.string(),
  canDelete: z.boolean(),
  canDescribe: z.boolean(),
  _creationTime: moment,
});

export const listAttachments = {
  args: z.object({ noteId: id }),
  returns: z.array(attachment),
};

export const generateUploadUrl = {
  args: uploadFields,
  returns: z.strictObject({ uploadUrl: z.string(), objectName: z.string() }),
};

export const createAttachment = {
  args: attachmentFields,
  returns: id,
};

export const getAttachmentUrl = {
  args: z.object({ attachmentId: id, preview: z.boolean().optional() }),
  returns: z.strictObject({ url: z.string() }),
};

export const updateAttachment = {
  args: z.object({ attachmentId: id, description }),
  returns: nothing,
};

export const deleteAttachment = {
  args: z.object({ attachmentId: id }),
  returns: nothing,
};
