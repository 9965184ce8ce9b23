import { describe, expectTypeOf, it } from "vitest";
import type { NotebookAccess, NotebookReadAccess } from "../../../../server/access/gate.ts";
import type {
  AttachAccess,
  AttachmentAccess,
  AttachmentsAccess,
} from "../../../attachments/server/access.ts";
import type * as attachments from "../../../attachments/server/data.ts";
import type { PhotoAccess } from "../../../avatars/server/access.ts";
import type { CommentAccess, CommentsAccess, TargetAccess } from "../../../comments/server/access.ts";
import type * as comments from "../../../comments/server/data.ts";
import type * as notebooks from "../../../notebooks/server/data.ts";
import type { NoteAccess, NotesAccess } from "../../../notes/server/access.ts";
import type * as notes from "../../../notes/server/data.ts";
import type * as noteWrites from "../../../notes/server/write_data.ts";
import type { MemberAccess } from "../access.ts";
import type * as members from "../data.ts";
import type { AddressAccess, InvitationAccess, InviteeAccess } from "./access.ts";
import type * as invitations from "./data.ts";

// The compiler runs these tests: a line that stops being a type error is one itself (`npm run check`).
const proofFields = { diaryId: "d", userId: "u", role: "owner" } as const;

describe("a proof of access", () => {
  it("can't be made by hand", () => {
    // @ts-expect-error only the gate makes a NotebookAccess
    const notebook: NotebookAccess = proofFields;
    // @ts-expect-error only the gate makes a NotebookReadAccess
    const read: NotebookReadAccess = { diaryId: "d" };
    // @ts-expect-error only the gate makes a NotesAccess
    const list: NotesAccess = { diaryId: "d", seesTeam: true, privateOf: null };
    // @ts-expect-error only the gate makes a NoteAccess
    const note: NoteAccess = { diaryId: "d", noteId: "n", canEdit: true };
    // @ts-expect-error only the gate makes a MemberAccess
    const member: MemberAccess = { ...proofFields, memberId: "m" };
    const thing = { targetType: "note", targetId: "n", diaryId: "d" } as const;
    // @ts-expect-error only the gate makes a CommentsAccess
    const comments: CommentsAccess = { ...thing, seesTeam: true, privateOf: null };
    // @ts-expect-error only the gate makes an InvitationAccess
    const invitation: InvitationAccess = { ...proofFields, invitationId: "i" };
    // @ts-expect-error only the gate makes an InviteeAccess
    const invitee: InviteeAccess = { diaryId: "d", userId: "u", invitationId: "i" };
    // @ts-expect-error only the gate makes an AddressAccess
    const address: AddressAccess = { email: "a@example.org" };
    // @ts-expect-error only the photos' gate makes a PhotoAccess
    const photo: PhotoAccess = { photoId: "p" };
    expectTypeOf(photo).toBeObject();
    expectTypeOf([notebook, read, list, note, member, comments, invitation, invitee, address]).toBeArray();
  });

  it("of one kind isn't a proof of another", () => {
    expectTypeOf<NotebookReadAccess>().not.toExtend<NotebookAccess>();
    expectTypeOf<NotesAccess>().not.toExtend<NotebookReadAccess>();
    expectTypeOf<NotebookAccess>().not.toExtend<MemberAccess>();
    expectTypeOf<NoteAccess>().not.toExtend<NotesAccess>();
  });

  it("of an invited person isn't one of a member, nor the other way round", () => {
    expectTypeOf<InviteeAccess>().not.toExtend<NotebookAccess>();
    expectTypeOf<InvitationAccess>().not.toExtend<InviteeAccess>();
    expectTypeOf<Parameters<typeof invitations.answerInvitation>[1]>().toEqualTypeOf<
      Pick<InviteeAccess, "diaryId" | "invitationId" | "userId">
    >();
    expectTypeOf<Parameters<typeof invitations.cancelInvitation>[1]>().toEqualTypeOf<InvitationAccess>();
    expectTypeOf<Parameters<typeof invitations.listOfAddress>[1]>().toEqualTypeOf<AddressAccess>();
  });

  it("is required by every read and write of a notebook's rows", () => {
    expectTypeOf<Parameters<typeof notebooks.getNotebook>[1]>().toEqualTypeOf<NotebookAccess>();
    expectTypeOf<Parameters<typeof notebooks.updateNotebook>[1]>().toEqualTypeOf<NotebookAccess>();
    expectTypeOf<Parameters<typeof notebooks.setSwitch>[1]>().toEqualTypeOf<NotebookAccess>();
    expectTypeOf<Parameters<typeof notebooks.deleteNotebook>[1]>().toEqualTypeOf<NotebookAccess>();
    expectTypeOf<Parameters<typeof notebooks.markOpened>[1]>().toEqualTypeOf<NotebookAccess>();
    expectTypeOf<Parameters<typeof notes.listNotes>[1]>().toEqualTypeOf<NotesAccess>();
    expectTypeOf<Parameters<typeof notes.getNote>[1]>().toEqualTypeOf<NoteAccess>();
    expectTypeOf<Parameters<typeof noteWrites.prepareNote>[1]>().toEqualTypeOf<NotebookAccess>();
    expectTypeOf<Parameters<typeof noteWrites.updateNote>[1]>().toEqualTypeOf<
      NotebookAccess & { noteId: string }
    >();
    expectTypeOf<Parameters<typeof comments.listComments>[2]>().toEqualTypeOf<CommentsAccess>();
    expectTypeOf<Parameters<typeof comments.insertComment>[2]>().toEqualTypeOf<TargetAccess>();
    expectTypeOf<Parameters<typeof comments.updateComment>[2]>().toEqualTypeOf<CommentAccess>();
    expectTypeOf<Parameters<typeof comments.deleteComment>[1]>().toEqualTypeOf<CommentAccess>();
    expectTypeOf<Parameters<typeof attachments.listAttachments>[1]>().toEqualTypeOf<AttachmentsAccess>();
    expectTypeOf<Parameters<typeof attachments.findFile>[1]>().toEqualTypeOf<AttachmentAccess>();
    expectTypeOf<Parameters<typeof attachments.takeGrant>[1]>().toEqualTypeOf<AttachAccess>();
    expectTypeOf<Parameters<typeof attachments.insertAttachment>[1]>().toEqualTypeOf<AttachAccess>();
    expectTypeOf<Parameters<typeof attachments.deleteAttachment>[1]>().toEqualTypeOf<AttachmentAccess>();
    expectTypeOf<Parameters<typeof members.listMembers>[1]>().toEqualTypeOf<NotebookReadAccess>();
    expectTypeOf<Parameters<typeof members.findMember>[1]>().toEqualTypeOf<MemberAccess>();
    expectTypeOf<Parameters<typeof members.deleteMember>[1]>().toEqualTypeOf<MemberAccess>();
  });
});
