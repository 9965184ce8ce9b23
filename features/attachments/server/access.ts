import type { Kysely } from "kysely";
import { isFullId } from "../../../lib/ids.ts";
import { isHiddenFromAdmins } from "../../../lib/visibility.ts";
import {
  type AccessRule,
  authenticated,
  denied,
  type NotebookAccess,
  platformAdmin,
} from "../../../server/access/gate.ts";
import { findBearerOfLink, nullIfRefused } from "../../../server/access/link_bearer.ts";
import { mayOn, mayOnOthers } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { noteWithMembership } from "../../notes/server/public.ts";

declare const proven: unique symbol;

type OnNote = { noteId: string };
type OnAttachment = { attachmentId: string };

/** The right of a member who sees a note to attach files to it. */
export type AttachAccess = NotebookAccess & { readonly noteId: string; readonly isEncrypted: boolean };

/** Access to the attachments of a note that the reader sees. Readers with equal values share one result. */
export type AttachmentsAccess = {
  readonly [proven]: "attachments";
  readonly diaryId: string;
  readonly noteId: string;
  readonly deletesAll: boolean;
  readonly describesAll: boolean;
  /** The reader's id when they may change only their own attachments and have some here, else null. */
  readonly ownOf: string | null;
};

/** The right to use one attachment. */
export type AttachmentAccess = {
  readonly [proven]: "attachment";
  readonly diaryId: string;
  readonly attachmentId: string;
  readonly userId: string;
  /** The caller sees it only as an administrator of the platform, which must be recorded in the audit log. */
  readonly asAdministrator: boolean;
};

/** Adding a file to a note, or to one's own note. The note must belong to the notebook of the arguments. */
export const mayAttach = (): AccessRule<OnNote & { diaryId: string }, AttachAccess> => ({
  action: "attachments.create",
  async resolve(caller, { diaryId, noteId }) {
    const found = await noteWithMembership(caller, { noteId });
    if (!found?.seen || found.access.diaryId !== diaryId) throw denied();
    if (!mayOn(found.access.role, "attachments.create", found)) throw denied();
    return { ...found.access, noteId: found.proof.noteId, isEncrypted: found.isEncrypted };
  },
});

/** Listing the attachments of one note. A missing and a hidden note give the same error. */
export const mayListAttachments = (): AccessRule<OnNote, AttachmentsAccess> => ({
  action: "attachments.see",
  async resolve(caller, { noteId }) {
    const found = await noteWithMembership(caller, { noteId });
    if (!found?.seen) throw denied();
    const { diaryId, userId, role } = found.access;
    const deletesAll = mayOnOthers(role, "attachments.delete");
    const describesAll = mayOnOthers(role, "attachments.describe");
    const own =
      deletesAll && describesAll
        ? undefined
        : await caller.db
            .selectFrom("attachments")
            .select("id")
            .where("diary_id", "=", diaryId)
            .where("note_id", "=", found.proof.noteId)
            .where("uploaded_by", "=", userId)
            .limit(1)
            .executeTakeFirst();
    return {
      diaryId,
      noteId: found.proof.noteId,
      deletesAll,
      describesAll,
      ownOf: own ? userId : null,
    } as AttachmentsAccess;
  },
});

/**
 * Opening, describing or deleting one attachment. A missing, a hidden and another user's one give the same error.
 * Platform administrators may open attachments that their table doesn't hide (docs/how/admin.md).
 */
export const mayUseAttachment = (
  action: "attachments.see" | "attachments.describe" | "attachments.delete",
): AccessRule<OnAttachment, AttachmentAccess> => ({
  action,
  async resolve(caller, { attachmentId }) {
    authenticated(caller.identity);
    const attachment = isFullId(attachmentId)
      ? await caller.db
          .selectFrom("attachments")
          .select(["id", "diary_id", "note_id", "uploaded_by", "is_encrypted"])
          .where("id", "=", attachmentId)
          .executeTakeFirst()
      : undefined;
    const found = await noteWithMembership(caller, { noteId: attachment?.note_id ?? "" });
    if (!attachment) throw denied();
    const proof = { diaryId: attachment.diary_id, attachmentId: attachment.id };
    const own = attachment.uploaded_by === found?.access.userId;
    if (found && mayOn(found.access.role, action, { ...found, own })) {
      return { ...proof, userId: found.access.userId, asAdministrator: false } as AttachmentAccess;
    }
    if (action !== "attachments.see" || attachment.is_encrypted) throw denied();
    const { userId } = await platformAdmin().resolve(caller, {});
    const note = await caller.db
      .selectFrom("notes")
      .select(["visibility", "is_encrypted"])
      .where("id", "=", attachment.note_id)
      .executeTakeFirst();
    if (!note || isHiddenFromAdmins(note)) throw denied();
    return { ...proof, userId, asAdministrator: true } as AttachmentAccess;
  },
});

/** The access of an upload link, if the person it was created for may still attach files to the note; else null. */
export async function grantOfLink(
  db: Kysely<Tables>,
  grantId: string,
): Promise<{ access: AttachAccess; objectName: string } | null> {
  const grant = await db
    .selectFrom("upload_grants")
    .select(["user_id", "diary_id", "note_id", "object_name"])
    .where("id", "=", grantId)
    .executeTakeFirst();
  if (!grant) return null;
  const caller = await findBearerOfLink(db, grant.user_id);
  const on = { diaryId: grant.diary_id, noteId: grant.note_id };
  const access = await mayAttach().resolve(caller, on).catch(nullIfRefused);
  return access && { access, objectName: grant.object_name };
}
