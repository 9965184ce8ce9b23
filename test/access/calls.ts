import { v7 as uuidv7 } from "uuid";
import { dataUrlOf, pngOf } from "../pictures.ts";
import { COMMENT_CALLS } from "./comment_calls.ts";
import type { Principal } from "./expected.ts";
import { forNotes, letters, MISSING_SHORT_ID, missing, NOTE_CALLS, noteCases } from "./note_calls.ts";
import {
  archived,
  memberAgain,
  newAttachment,
  newInvitation,
  newLink,
  newMember,
  newNotebook,
  newPhoto,
  newUpload,
  ownerAgain,
  type World,
  withoutVisit,
} from "./world.ts";

type Args = Record<string, unknown>;

/** How the sweep calls a function in each case of `expected.ts`, and in which word it says what came back. */
export type CallOf = {
  cases: Record<string, (world: World, principal: Principal) => Args | Promise<Args>>;
  /** The word for the answer of a read; null is always `null`. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are functions
  tell?: (result: any, world: World, principal: Principal) => string;
  /** SQL that shows the effect of a write in one row, given the result and the caller's id; `ok` must be true. */
  effect?: string;
  /** Takes back what a write did where that would change other rows of the table. */
  undo?: (world: World, principal: Principal) => Promise<unknown>;
};

const tellNotebook: CallOf["tell"] = ({ details }) => {
  const fields = Object.keys(details).sort().join(" ");
  if (fields === "dateOfBirth emergencyContacts fullName") return "card";
  return "medicalHistory" in details && "govIdInfo" in details && "powerOfAttorney" in details
    ? "full"
    : fields;
};

const freshEmail = () => `${uuidv7()}@example.org`;

/** Invitations to the invitee that are answered. */
const answers: CallOf["cases"] = {
  "the invitee's": async (world) => ({ invitationId: await newInvitation(world) }),
  "an expired one": async (world) => ({ invitationId: await newInvitation(world, "expired") }),
  "a declined one": async (world) => ({ invitationId: await newInvitation(world, "declined") }),
  "an invitation that doesn't exist": () => ({ invitationId: missing() }),
};

/** `whole` to the invitee, `masked` to others who are signed in, `shown` to who isn't; else the state. */
const tellInvitation: CallOf["tell"] = ({ state, isForCaller, ...told }, { actors }) => {
  if (state !== "pending") return state;
  const tellsAddress = JSON.stringify(told).includes(actors.invitee.claims!.email);
  if (isForCaller) return tellsAddress && "noteCount" in told.diary ? "whole" : "less";
  if (tellsAddress || Object.keys(told.diary).join() !== "name") return "leaked";
  return isForCaller === null ? "shown" : "masked";
};

const PICTURE: Args = { dataUrl: dataUrlOf("image/png", await pngOf()), filename: "rosa.png" };

/** What an upload to a note says of the file. */
const upload = (diaryId: string, noteId: string): Args => ({
  diaryId,
  noteId,
  filename: "hello.txt",
  mimeType: "text/plain",
});

/** A function that is registered under two names. */
const twice = (name: string, call: CallOf): Record<string, CallOf> => ({
  [`attachments.${name}`]: call,
  [`attachmentsActions.${name}`]: call,
});

export const CALLS: Record<string, CallOf> = {
  "users.syncUser": {
    cases: {
      "as oneself": (world, principal) => identityOf(world, principal),
      "as somebody else": (world, principal) => ({
        ...identityOf(world, principal),
        clerkUserId: "another-subject",
      }),
      "with somebody else's e-mail": (world, principal) => ({
        ...identityOf(world, principal),
        email: "somebody-else@example.org",
      }),
    },
    effect: "select true as ok from users where id = $1 and ($2::uuid is null or id = $2)",
    undo: ({ service, actors }) =>
      service.database.pool.query("delete from users where clerk_user_id = $1", [
        actors["token without user"].claims!.subject,
      ]),
  },
  "users.updateSettings": {
    cases: { "one's own": () => ({ mentionMails: false }), nothing: () => ({}) },
    effect: "select $1::text is null and not mention_mails as ok from users where id = $2",
    undo: ({ service }) => service.database.pool.query("update users set mention_mails = true"),
  },
  "users.getCurrentUser": {
    cases: { "one's own record": () => ({}) },
    tell: (user, { actors }, principal) => (user._id === actors[principal].userId ? "self" : "somebody else"),
  },
  "admin.getAdminStatus": {
    cases: { "one's own status": () => ({}) },
    tell: ({ isAdmin, isSuperAdmin }) => (isSuperAdmin ? "super" : isAdmin ? "admin" : "no"),
  },
  "admin.listAdmins": {
    cases: { "all administrators": () => ({}) },
    tell: (users: { isAdmin: boolean }[]) =>
      users.length > 0 && users.every((user) => user.isAdmin) ? "admins" : "others",
  },
  "adminDb.listUsers": {
    cases: { "the first page": () => ({ paginationOpts: { numItems: 100, cursor: null } }) },
    tell: ({ page }: { page: { _id: string }[] }, { actors }) => {
      const listed = new Set(page.map((user) => user._id));
      return Object.values(actors).every(({ userId }) => !userId || listed.has(userId)) ? "people" : "some";
    },
  },
  "diaries.listMyDiaries": {
    cases: { "one's own notebooks": () => ({}) },
    tell: (list: { _id: string }[], { diaryId, elsewhereId }) =>
      letters(
        list.map((each) => each._id),
        { [diaryId]: "N", [elsewhereId]: "S" },
      ),
  },
  "diaries.getDiary": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
      "something that isn't an id": () => ({ diaryId: "' or true --" }),
    },
    tell: tellNotebook,
  },
  "diaries.getDiaryByShortId": {
    cases: {
      "the notebook": ({ shortId }) => ({ shortId }),
      "a notebook that doesn't exist": () => ({ shortId: MISSING_SHORT_ID }),
    },
    tell: tellNotebook,
  },
  "diaries.createDiaryWithPersonInfo": {
    cases: { "a notebook of one's own": () => ({ region: "AT", personInfo: { fullName: "Karl Kraus" } }) },
    effect: "select true as ok from members where diary_id = $1 and user_id = $2 and role = 'owner'",
  },
  "diaries.updateDiaryWithPersonInfo": {
    cases: {
      "the notebook": ({ diaryId }) => changedNotebook(diaryId),
      "the notebook as somebody else has changed it": ({ diaryId }) => ({
        ...changedNotebook(diaryId),
        baseVersion: 1_000_000,
      }),
      "the notebook with a photo of the outsider": async (world) => ({
        ...changedNotebook(world.diaryId),
        avatarUrl: await newPhoto(world, "outsider"),
      }),
      "a notebook that doesn't exist": () => changedNotebook(missing()),
    },
    effect: `select $1::text is null and a.actor_id = $2 and d.name like 'Changed at%' as ok
               from audit_events a join diaries d on d.id = a.diary_id
              where event_type = 'notebook.updated' order by a.id desc limit 1`,
  },
  "diaries.archiveDiary": {
    cases: {
      "the notebook": (world) => archived(world, false),
      "an archived notebook": (world) => archived(world, true),
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
    },
    effect: effectOnArchive("notebook.archived", true),
  },
  "diaries.unarchiveDiary": {
    cases: {
      "an archived notebook": (world) => archived(world, true),
      "the notebook": (world) => archived(world, false),
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
    },
    effect: effectOnArchive("notebook.unarchived", false),
  },
  "diaries.deleteDiary": {
    cases: {
      "a notebook with a note": newNotebook,
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and d.id is null as ok
               from audit_events a left join diaries d on d.id = a.diary_id
              where event_type = 'notebook.deleted' order by a.id desc limit 1`,
  },
  "diaries.markDiaryOpened": {
    cases: {
      "the notebook": withoutVisit,
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
    },
    effect: `select $1::text is null and user_id = $2 as ok
               from notebook_visits order by last_opened_at desc limit 1`,
  },
  "diaryAvatars.uploadAvatarFromDataUrl": {
    cases: {
      "for a notebook of one's own": () => PICTURE,
      "for the notebook": ({ diaryId }) => ({ ...PICTURE, diaryId }),
      "for a notebook that doesn't exist": () => ({ ...PICTURE, diaryId: missing() }),
    },
    effect: `select $1 like 'http%/api/avatars/' || id and uploaded_by = $2 as ok
               from avatars order by created_at desc limit 1`,
  },
  ...NOTE_CALLS,
  ...COMMENT_CALLS,
  "attachments.listAttachments": {
    cases: {
      ...forNotes(({ id }) => ({ noteId: id })),
      "a note that doesn't exist": () => ({ noteId: missing() }),
    },
    tell: (list: { _id: string; canDelete: boolean }[], { attachments }) =>
      list.length === 1 && Object.values(attachments).includes(list[0]!._id)
        ? list[0]!.canDelete
          ? "delete"
          : "read"
        : `${list.length} files`,
  },
  ...twice("generateUploadUrl", {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          name,
          ({ diaryId, notes }: World) => upload(diaryId, notes[letter].id),
        ]),
      ),
      "everyone's note, as if it were elsewhere": ({ elsewhereId, notes }) => upload(elsewhereId, notes.E.id),
      "a note that doesn't exist": ({ diaryId }) => upload(diaryId, missing()),
    },
    effect: `select $1::json->>'objectName' = object_name and $1::json->>'uploadUrl' like 'http%' and user_id = $2 as ok
               from upload_grants order by created_at desc, id desc limit 1`,
  }),
  "attachments.createAttachment": {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          name,
          async (world: World, principal: Principal) => ({
            ...upload(world.diaryId, world.notes[letter].id),
            sizeBytes: 5,
            gcsObjectName: await newUpload(world, letter, principal),
          }),
        ]),
      ),
      "an upload of the author": async (world) => ({
        ...upload(world.diaryId, world.notes.E.id),
        sizeBytes: 5,
        gcsObjectName: await newUpload(world, "E", "author"),
      }),
      "an upload for another note": async (world, principal) => ({
        ...upload(world.diaryId, world.notes.E.id),
        sizeBytes: 5,
        gcsObjectName: await newUpload(world, "T", principal),
      }),
    },
    effect: `select uploaded_by = $2 and size_bytes = 5 as ok from attachments where id = $1`,
    undo: ({ service }) =>
      service.database.pool.query("delete from attachments where mime_type = 'text/plain'"),
  },
  ...twice("getAttachmentUrl", {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          name,
          ({ attachments }: World) => ({ attachmentId: attachments[letter] }),
        ]),
      ),
      "an attachment that doesn't exist": () => ({ attachmentId: missing() }),
    },
  }),
  "attachments.deleteAttachment": {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          `the author's, of ${name}`,
          async (world: World) => ({ attachmentId: await newAttachment(world, letter, "author") }),
        ]),
      ),
      "one's own, of everyone's note": async (world, principal) => ({
        attachmentId: await newAttachment(world, "E", principal),
      }),
      "one's own, of the team's note": async (world, principal) => ({
        attachmentId: await newAttachment(world, "T", principal),
      }),
      "an attachment that doesn't exist": () => ({ attachmentId: missing() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from attachments f where f.id::text = a.target_id) as ok
               from audit_events a where event_type = 'attachment.deleted' order by a.id desc limit 1`,
    // For those who may not.
    undo: ({ service }) =>
      service.database.pool.query("delete from attachments where filename = 'x-ray.pdf'"),
  },
  "members.listMembers": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
    },
    tell: (list: { user: { name: string }; role: string }[]) =>
      list.map(({ user, role }) => `${user.name}: ${role}`).join(", ") === WHOLE_TEAM ? "team" : "others",
  },
  "members.removeMember": {
    cases: {
      "a caregiver": async (world) => ({ memberId: await newMember(world, "member") }),
      "an admin": async (world) => ({ memberId: await newMember(world, "admin") }),
      "the owner": ({ ownerMemberId }) => ({ memberId: ownerMemberId }),
      "a membership that doesn't exist": () => ({ memberId: missing() }),
    },
    effect: `select $1::text is null and actor_id = $2 as ok from audit_events
              where event_type = 'member.removed' order by id desc limit 1`,
  },
  "members.updateRole": {
    cases: {
      "a caregiver to viewer": async (world) => ({
        memberId: await newMember(world, "member"),
        role: "extended",
      }),
      "a caregiver to admin": async (world) => ({
        memberId: await newMember(world, "member"),
        role: "admin",
      }),
      "an admin to caregiver": async (world) => ({
        memberId: await newMember(world, "admin"),
        role: "member",
      }),
      "the owner": ({ ownerMemberId }) => ({ memberId: ownerMemberId, role: "extended" }),
      "a membership that doesn't exist": () => ({ memberId: missing(), role: "extended" }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and m.role = a.details->>'to' as ok
               from audit_events a join members m on m.id::text = a.target_id
              where event_type = 'member.roleChanged' order by a.id desc limit 1`,
  },
  "members.leave": {
    cases: {
      "the notebook": withoutVisit,
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
    },
    effect: `select $1::text is null and not exists (
               select from members m where m.diary_id = a.diary_id and m.user_id = $2) as ok
               from audit_events a where event_type = 'member.left' order by a.id desc limit 1`,
    undo: memberAgain,
  },
  "members.transferOwnership": {
    cases: {
      "to its owner": ({ ownerMemberId }) => ({ memberId: ownerMemberId }),
      "to a caregiver": async (world) => ({ memberId: await newMember(world, "member") }),
      "to a membership that doesn't exist": () => ({ memberId: missing() }),
    },
    effect: `select $1::text is null and m.role = 'admin' and o.user_id <> $2 as ok
               from audit_events a
               join members m on m.diary_id = a.diary_id and m.user_id = $2
               join members o on o.diary_id = a.diary_id and o.role = 'owner'
              where event_type = 'notebook.ownershipTransferred' order by a.id desc limit 1`,
    undo: ownerAgain,
  },
  "invitations.listDiaryInvitations": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missing() }),
    },
    tell: (list: { _id: string }[], { invitation }) =>
      letters(
        list.map((each) => each._id),
        { [invitation.id]: "I" },
      ),
  },
  "invitations.listMyInvitations": {
    cases: { "one's own": () => ({}) },
    tell: (list: { _id: string }[], { invitation }) =>
      letters(
        list.map((each) => each._id),
        { [invitation.id]: "I" },
      ),
  },
  "invitations.getInvitationByToken": {
    cases: {
      "the invitee's link": ({ invitation }) => ({ token: invitation.token }),
      "a link that opens nothing": () => ({ token: "z".repeat(43) }),
      "the link of an accepted one": async (world) => ({ token: await newLink(world, "accepted") }),
      "the link of an expired one": async (world) => ({ token: await newLink(world, "expired") }),
    },
    tell: tellInvitation,
  },
  "invitations.createInvitation": {
    cases: {
      "a caregiver": ({ diaryId }) => ({ diaryId, email: freshEmail(), role: "member" }),
      "an admin": ({ diaryId }) => ({ diaryId, email: freshEmail(), role: "admin" }),
      "a member": ({ diaryId, actors }) => ({
        diaryId,
        email: actors.viewer.claims!.email,
        role: "member",
      }),
      "the invitee again": ({ diaryId, actors }) => ({
        diaryId,
        email: actors.invitee.claims!.email,
        role: "member",
      }),
      "to a notebook that doesn't exist": () => ({
        diaryId: missing(),
        email: freshEmail(),
        role: "member",
      }),
    },
    effect: "select status = 'pending' as ok from invitations where id = $1 and invited_by = $2",
  },
  "invitations.createInvitationLink": {
    cases: {
      "the invitee's": async (world) => ({ invitationId: await newInvitation(world) }),
      "an accepted one": async (world) => ({ invitationId: await newInvitation(world, "accepted") }),
      "an invitation that doesn't exist": () => ({ invitationId: missing() }),
    },
    effect: `select $1::json->>'link' like 'http%/accept' and a.actor_id = $2 as ok
               from audit_events a join invitations i on i.id::text = a.target_id
              where event_type = 'invitation.linkCreated' order by a.id desc limit 1`,
  },
  "invitations.cancelInvitation": {
    cases: {
      "the invitee's": async (world) => ({ invitationId: await newInvitation(world) }),
      "an accepted one": async (world) => ({ invitationId: await newInvitation(world, "accepted") }),
      "an invitation that doesn't exist": () => ({ invitationId: missing() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from invitations i where i.id::text = a.target_id) as ok
               from audit_events a where event_type = 'invitation.cancelled' order by a.id desc limit 1`,
  },
  "invitations.resendInvitation": {
    cases: {
      "the invitee's": async (world) => ({ invitationId: await newInvitation(world) }),
      "an expired one": async (world) => ({ invitationId: await newInvitation(world, "expired") }),
      "an invitation that doesn't exist": () => ({ invitationId: missing() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and i.last_sent_at > now() - interval '1 minute' as ok
               from audit_events a join invitations i on i.id::text = a.target_id
              where event_type = 'invitation.resent' order by a.id desc limit 1`,
  },
  "invitations.acceptInvitation": {
    cases: {
      ...answers,
      "an accepted one": async (world) => ({ invitationId: await newInvitation(world, "accepted") }),
    },
    effect: `select $1::json->>'diaryId' = m.diary_id::text and i.status = 'accepted' and m.role = i.role as ok
               from invitations i join members m on m.diary_id = i.diary_id and m.user_id = i.accepted_by
              where i.accepted_by = $2 order by i.responded_at desc limit 1`,
    undo: ({ service, diaryId, actors }) =>
      service.database.pool.query("delete from members where diary_id = $1 and user_id = $2", [
        diaryId,
        actors.invitee.userId,
      ]),
  },
  "invitations.declineInvitation": {
    cases: answers,
    effect: `select $1::text is null and a.actor_id = $2 and i.status = 'declined' as ok
               from audit_events a join invitations i on i.id::text = a.target_id
              where event_type = 'invitation.declined' order by a.id desc limit 1`,
  },
};

const changedNotebook = (diaryId: string): Args => ({
  diaryId,
  name: `Changed at ${performance.now()}`,
  region: "CH",
  personInfo: { fullName: "Rosa Blum", preferences: `Changed at ${performance.now()}` },
});

function effectOnArchive(eventType: string, isArchived: boolean): string {
  return `select $1::text is null and a.actor_id = $2 and d.is_archived = ${isArchived} as ok
            from audit_events a join diaries d on d.id = a.diary_id
           where event_type = '${eventType}' order by a.id desc limit 1`;
}

const WHOLE_TEAM =
  "Olga Owner: owner, Viktor Viewer: extended, Anna Author: member, Clara Caregiver: member, Adam Admin: admin";

function identityOf({ actors }: World, principal: Principal): Args {
  const claims = actors[principal].claims ?? {
    subject: "nobody",
    email: "nobody@example.org",
    name: "Nobody",
  };
  return { clerkUserId: claims.subject, email: claims.email, name: claims.name };
}
