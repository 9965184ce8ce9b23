import { getPhotoId } from "../../features/avatars/rules.ts";
import { dataUrlOf, pngOf } from "../pictures.ts";
import { ACTIVATION_CALLS } from "./activation_calls.ts";
import { ADMIN_CALLS } from "./admin_calls.ts";
import { APPOINTMENT_CALLS } from "./appointment_calls.ts";
import { COMMENT_CALLS } from "./comment_calls.ts";
import { DOSE_CALLS } from "./dose_calls.ts";
import { ESCALATION_CALLS } from "./escalation_calls.ts";
import type { Principal } from "./expected.ts";
import { EXPORT_CALLS } from "./export_calls.ts";
import { FEED_CALLS } from "./feed_calls.ts";
import { HANDOVER_CALLS } from "./handover_calls.ts";
import { HOME_CALLS } from "./home_calls.ts";
import {
  casesPerNote,
  joinLetters,
  MISSING_SHORT_ID,
  missingId,
  NOTE_CALLS,
  noteCases,
} from "./note_calls.ts";
import { NOTIFICATION_CALLS } from "./notification_calls.ts";
import { PAUSE_CALLS } from "./pause_calls.ts";
import { PEOPLE_CALLS } from "./people_calls.ts";
import { PROGRAM_CALLS } from "./program_calls.ts";
import { SEARCH_CALLS } from "./search_calls.ts";
import { TASK_CALLS } from "./task_calls.ts";
import { TOKEN_CALLS } from "./token_calls.ts";
import { UPDATE_CALLS } from "./update_calls.ts";
import { VISIT_CALLS } from "./visit_calls.ts";
import { WEBHOOK_CALLS } from "./webhook_calls.ts";
import {
  deleteVisit,
  newAttachment,
  newNotebook,
  newPhoto,
  newUpload,
  secretNotebook,
  setArchived,
  type World,
} from "./world.ts";

type Args = Record<string, unknown>;

/** How the sweep calls a function in each case of `expected.ts`, and which word stands for the result. */
export type FunctionSweep = {
  cases: Record<string, (world: World, principal: Principal) => Args | Promise<Args>>;
  /** The word for the answer of a read; null is always `null`. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are functions
  summarize?: (result: any, world: World, principal: Principal) => string;
  /** SQL that shows the effect of a write in one row, given the result and the caller's id; `ok` must be true. */
  effect?: string;
  /** Reverts a write that would change other rows of the table. */
  undo?: (world: World, principal: Principal) => Promise<unknown>;
};

const summarizeNotebook: FunctionSweep["summarize"] = ({ details }) => {
  const fields = Object.keys(details).sort().join(" ");
  if (fields === "dateOfBirth emergencyContacts fullName") return "card";
  return "medicalHistory" in details && "govIdInfo" in details && "powerOfAttorney" in details
    ? "full"
    : fields;
};

const PICTURE: Args = { dataUrl: dataUrlOf("image/png", await pngOf()), filename: "rosa.png" };

/** The declared properties of a file to upload to a note. */
const upload = (diaryId: string, noteId: string): Args => ({
  diaryId,
  noteId,
  filename: "hello.txt",
  mimeType: "text/plain",
});

/** A function that is registered under two names. */
const underBothModules = (name: string, call: FunctionSweep): Record<string, FunctionSweep> => ({
  [`attachments.${name}`]: call,
  [`attachmentsActions.${name}`]: call,
});

export const CALLS: Record<string, FunctionSweep> = {
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
  "users.updatePicture": {
    cases: {
      "a photo of one's own": async (world, principal) => ({
        avatarUrl: await newPhoto(world, world.actors[principal].userId ? principal : "owner"),
      }),
      "a photo of somebody else": async (world, principal) => ({
        avatarUrl: await newPhoto(world, principal === "outsider" ? "owner" : "outsider"),
      }),
      "the notebook's photo": async (world, principal) => {
        const { service, diaryId, actors } = world;
        const photo = await newPhoto(world, actors[principal].userId ? principal : "owner");
        await service.database.pool.query("update diaries set avatar_id = $1 where id = $2", [
          getPhotoId(service.url, photo),
          diaryId,
        ]);
        return { avatarUrl: photo };
      },
      none: () => ({ avatarUrl: null }),
    },
    effect: "select $1::text is null and avatar_id is not null as ok from users where id = $2",
    undo: ({ service }) =>
      service.database.pool.query(
        "with shown as (update diaries set avatar_id = null) update users set avatar_id = null",
      ),
  },
  "users.getCurrentUser": {
    cases: { "one's own record": () => ({}) },
    summarize: (user, { actors }, principal) =>
      user._id === actors[principal].userId ? "self" : "somebody else",
  },
  ...ADMIN_CALLS,
  "diaries.listMyDiaries": {
    cases: { "one's own notebooks": () => ({}) },
    summarize: (list: { _id: string }[], { diaryId, elsewhereId }) =>
      joinLetters(
        list.map((each) => each._id),
        { [diaryId]: "N", [elsewhereId]: "S" },
      ),
  },
  "diaries.getDiary": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
      "something that isn't an id": () => ({ diaryId: "' or true --" }),
    },
    summarize: summarizeNotebook,
  },
  "diaries.getDiaryByShortId": {
    cases: {
      "the notebook": ({ shortId }) => ({ shortId }),
      "a notebook that doesn't exist": () => ({ shortId: MISSING_SHORT_ID }),
    },
    summarize: summarizeNotebook,
  },
  "diaries.getCopyUrl": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    effect: `select $1::jsonb ->> 'url' like 'http%/api/files/%' and user_id = $2 as ok
               from copy_tickets order by id desc limit 1`,
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
      "a notebook that doesn't exist": () => changedNotebook(missingId()),
    },
    effect: `select $1::text is null and a.actor_id = $2 and d.name like 'Changed at%' as ok
               from audit_events a join diaries d on d.id = a.diary_id
              where event_type = 'notebook.updated' order by a.id desc limit 1`,
  },
  "diaries.archiveDiary": {
    cases: {
      "the notebook": (world) => setArchived(world, false),
      "an archived notebook": (world) => setArchived(world, true),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    effect: effectOnArchive("notebook.archived", true),
  },
  "diaries.unarchiveDiary": {
    cases: {
      "an archived notebook": (world) => setArchived(world, true),
      "the notebook": (world) => setArchived(world, false),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    effect: effectOnArchive("notebook.unarchived", false),
  },
  "diaries.setKeptOnDevices": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId, isKept: false }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId(), isKept: false }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and not d.is_kept_on_devices as ok
               from audit_events a join diaries d on d.id = a.diary_id
              where event_type = 'notebook.updated' order by a.id desc limit 1`,
    undo: ({ service }) =>
      service.database.pool.query(
        "update diaries set is_kept_on_devices = true where not is_kept_on_devices",
      ),
  },
  "diaries.deleteDiary": {
    cases: {
      "a notebook with a note": newNotebook,
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and d.id is null as ok
               from audit_events a left join diaries d on d.id = a.diary_id
              where event_type = 'notebook.deleted' order by a.id desc limit 1`,
  },
  "diaries.markDiaryOpened": {
    cases: {
      "the notebook": deleteVisit,
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    effect: `select $1::text is null and user_id = $2 as ok
               from notebook_visits order by last_opened_at desc limit 1`,
  },
  "diaryAvatars.uploadAvatarFromDataUrl": {
    cases: {
      "for a notebook of one's own": () => PICTURE,
      "for the notebook": ({ diaryId }) => ({ ...PICTURE, diaryId }),
      "for a notebook that doesn't exist": () => ({ ...PICTURE, diaryId: missingId() }),
    },
    effect: `select $1 like 'http%/api/avatars/' || id and uploaded_by = $2 as ok
               from avatars order by created_at desc limit 1`,
  },
  ...NOTE_CALLS,
  ...COMMENT_CALLS,
  ...EXPORT_CALLS,
  ...TASK_CALLS,
  ...DOSE_CALLS,
  ...PAUSE_CALLS,
  ...HOME_CALLS,
  ...UPDATE_CALLS,
  ...HANDOVER_CALLS,
  ...VISIT_CALLS,
  ...APPOINTMENT_CALLS,
  ...FEED_CALLS,
  ...TOKEN_CALLS,
  ...WEBHOOK_CALLS,
  ...NOTIFICATION_CALLS,
  ...ESCALATION_CALLS,
  ...SEARCH_CALLS,
  ...PROGRAM_CALLS,
  ...PEOPLE_CALLS,
  ...ACTIVATION_CALLS,
  "attachments.listAttachments": {
    cases: {
      ...casesPerNote(({ id }) => ({ noteId: id })),
      "a note that doesn't exist": () => ({ noteId: missingId() }),
    },
    summarize: (list: { _id: string; canDelete: boolean }[], { attachments }) =>
      list.length === 1 && Object.values(attachments).includes(list[0]!._id)
        ? list[0]!.canDelete
          ? "delete"
          : "read"
        : `${list.length} files`,
  },
  ...underBothModules("generateUploadUrl", {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          name,
          ({ diaryId, notes }: World) => upload(diaryId, notes[letter].id),
        ]),
      ),
      "everyone's note, as if it were elsewhere": ({ elsewhereId, notes }) => upload(elsewhereId, notes.E.id),
      "a note that doesn't exist": ({ diaryId }) => upload(diaryId, missingId()),
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
  ...underBothModules("getAttachmentUrl", {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          name,
          ({ attachments }: World) => ({ attachmentId: attachments[letter] }),
        ]),
      ),
      "an attachment that doesn't exist": () => ({ attachmentId: missingId() }),
    },
    effect: `select ($1::jsonb ->> 'url') like 'http%/api/files/%' and actor_id = $2 as ok
               from audit_events where event_type = 'admin.attachmentOpened' order by id desc limit 1`,
  }),
  "attachments.updateAttachment": {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          `the author's, of ${name}`,
          async (world: World) => described(await newAttachment(world, letter, "author")),
        ]),
      ),
      "one's own, of everyone's note": async (world, principal) =>
        described(await newAttachment(world, "E", principal)),
      "one's own, of the team's note": async (world, principal) =>
        described(await newAttachment(world, "T", principal)),
      "an attachment that doesn't exist": () => described(missingId()),
    },
    effect: `select $1::text is null and $2::uuid is not null and description = 'A path between roses' as ok
               from attachments where description is not null order by created_at desc, id desc limit 1`,
    undo: ({ service }) =>
      service.database.pool.query("delete from attachments where filename = 'x-ray.pdf'"),
  },
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
      "an attachment that doesn't exist": () => ({ attachmentId: missingId() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from attachments f where f.id::text = a.target_id) as ok
               from audit_events a where event_type = 'attachment.deleted' order by a.id desc limit 1`,
    // For principals who may not.
    undo: ({ service }) =>
      service.database.pool.query("delete from attachments where filename = 'x-ray.pdf'"),
  },
};

const described = (attachmentId: string) => ({ attachmentId, description: "A path between roses" });

function changedNotebook(diaryId: string): Args {
  const { personInfo, ...fields } = secretNotebook();
  // The changed notebook is as secret as before.
  const words = `Changed at ${performance.now()}`;
  return {
    ...fields,
    diaryId,
    name: `${words}, ${fields.name}`,
    region: "CH",
    personInfo: { ...personInfo, preferences: `${words}, ${personInfo.preferences}` },
  };
}

function effectOnArchive(eventType: string, isArchived: boolean): string {
  return `select $1::text is null and a.actor_id = $2 and d.is_archived = ${isArchived} as ok
            from audit_events a join diaries d on d.id = a.diary_id
           where event_type = '${eventType}' order by a.id desc limit 1`;
}

function identityOf({ actors }: World, principal: Principal): Args {
  const claims = actors[principal].claims ?? {
    subject: "nobody",
    email: "nobody@example.org",
    name: "Nobody",
  };
  return { clerkUserId: claims.subject, email: claims.email, name: claims.name };
}
