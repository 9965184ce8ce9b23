import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { createAnswerToken } from "../../features/notifications/server/deliver/answer_tokens.ts";
import { api } from "../people.ts";
import type { FunctionSweep } from "./calls.ts";
import { missingId } from "./note_calls.ts";
import { withProof } from "./proofs.ts";
import type { Letter, World } from "./world.ts";

const sql = ({ service }: World, text: string, values: unknown[] = []) =>
  service.database.pool.query(text, values);

/** A notification of each member about each note, whoever may see it. */
async function notifyOfNotes(world: World, kind: "note" | "mentioned" = "note"): Promise<void> {
  await sql(world, "delete from notifications");
  for (const [letter, { id }] of Object.entries(world.notes))
    await sql(
      world,
      `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at)
       select gen_random_uuid(), $2 || m.user_id, m.user_id, m.diary_id, $4, 'note', $3, '', now()
         from members m where m.diary_id = $1`,
      [world.diaryId, letter, id, kind],
    );
}

/** The owner's notification of everyone's note, and no other. */
async function newNotification(world: World, kind = "note"): Promise<string> {
  await sql(world, "delete from notifications");
  const id = uuidv7();
  await sql(
    world,
    `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at)
     values ($1, 'one', $2, $3, $5, 'note', $4, '', now())`,
    [id, world.actors.owner.userId, world.diaryId, world.notes.E.id, kind],
  );
  return id;
}

/** The owner's device, and no other. */
async function newDevice(
  world: World,
  { channel = "push", sealed = Buffer.of(0) }: { channel?: string; sealed?: Buffer } = {},
): Promise<string> {
  await deleteDevices(world);
  const id = uuidv7();
  await sql(
    world,
    `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash, label)
     values ($1, $2, $3, $4, $5, 'phone')`,
    [id, world.actors.owner.userId, channel, sealed, randomBytes(32)],
  );
  return id;
}

const deleteDevices = (world: World) => sql(world, "delete from notification_targets");

/** A message about the owner's notification on their device; returns the token of its answer. */
async function newMessage(world: World, about: "note" | "task" = "note"): Promise<string> {
  const notificationId = await newNotification(world, "mentioned");
  if (about === "task") {
    const { rows } = await sql(
      world,
      `insert into tasks (id, diary_id, title, created_by) values (gen_random_uuid(), $1, 'Walk', $2) returning id`,
      [world.diaryId, world.actors.owner.userId],
    );
    await sql(world, "update notifications set kind = 'task-due', subject_kind = 'task', subject_id = $1", [
      rows[0].id,
    ]);
  }
  const deviceId = await newDevice(world);
  await sql(
    world,
    `insert into notification_deliveries
       (id, notification_id, target_id, channel, due_at, next_attempt_at, sent_at, outcome, tag)
     values ($1, $1, $2, 'push', now(), now(), now(), 'sent', $1)`,
    [notificationId, deviceId],
  );
  return createAnswerToken(world.service.outgoing, { deviceId, tag: notificationId }, Date.now());
}

/** What a browser gives; the public point is the base of the curve, which lies on it. */
const SUBSCRIPTION = {
  endpoint: "https://fcm.googleapis.com/fcm/send/sweep",
  keys: {
    p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
    auth: "AAAAAAAAAAAAAAAAAAAAAA",
  },
};

/** The target that was added is the caller's alone. */
const isOwn = (channel: string) =>
  `select user_id = $2 and channel = '${channel}' and (select count(*) from notification_targets) = 1 as ok
     from notification_targets where id = ($1::json->>'deviceId')::uuid`;

/** Without targets of others; the address is a public one that no name has to be looked up for. */
const adding = (args: Record<string, unknown>) => async (world: World) => {
  await deleteDevices(world);
  return { ...args, label: "phone" };
};

/** How the sweep calls the functions of notifications. */
export const NOTIFICATION_CALLS: Record<string, FunctionSweep> = {
  "notifications.pageNotifications": {
    cases: {
      "one of each note": async (world) => {
        await notifyOfNotes(world);
        return { paginationOpts: { numItems: 50, cursor: null } };
      },
    },
    summarize: ({ page }: { page: { subject: { id: string } | null }[] }, world) => {
      const letterOf = (id: string) =>
        (Object.keys(world.notes) as Letter[]).find((letter) => world.notes[letter].id === id) ?? "?";
      if (page.length === 0) return "none";
      const letters = page.flatMap(({ subject }) => (subject ? [letterOf(subject.id)] : []));
      return letters.sort().join("");
    },
  },
  "notifications.countUnseen": {
    cases: {
      "a mention in each note": async (world) => {
        await notifyOfNotes(world, "mentioned");
        return {};
      },
    },
    summarize: ({ unseen }: { unseen: number }) => `${unseen}`,
  },
  "notifications.markSeen": {
    cases: {
      "the owner's": async (world) => ({ notificationId: await newNotification(world) }),
      "a notification that doesn't exist": () => ({ notificationId: missingId() }),
    },
    effect: `select $1::text is null and user_id = $2 and seen_at is not null as ok from notifications`,
  },
  "notifications.later": {
    cases: {
      "the owner's": async (world) => ({
        notificationId: await newNotification(world, "mentioned"),
        minutes: 30,
      }),
      "the owner's, which is only news": async (world) => ({
        notificationId: await newNotification(world),
        minutes: 30,
      }),
      "a notification that doesn't exist": () => ({ notificationId: missingId(), minutes: 30 }),
    },
    effect: `select ($1::json->>'laterUntil')::float8 > extract(epoch from now()) * 1000 and user_id = $2
                    and seen_at is not null and later_until > now() + interval '29 minutes' as ok from notifications`,
  },
  "notifications.answerMessage": {
    cases: {
      "the owner's": async (world) => ({ messageToken: await newMessage(world), answer: "later" }),
      "the owner's task": async (world) => ({
        messageToken: await newMessage(world, "task"),
        answer: "done",
      }),
      "a message that was changed": async (world) => ({
        messageToken: `B${(await newMessage(world)).slice(1)}`,
        answer: "later",
      }),
    },
    effect: `select $1::text is not null and user_id = $2 and (later_until is not null or done_at is not null) as ok
               from notifications`,
  },
  "notifications.markAllSeen": {
    cases: {
      "up to now": async (world) => {
        await newNotification(world);
        return { upTo: Date.now() + 1000 };
      },
    },
    effect: `select $1::text is null and user_id = $2 and seen_at is not null as ok from notifications`,
  },
  "notifications.listUnseen": {
    cases: {
      "of the owner's task": async (world) => {
        const id = await newNotification(world);
        await sql(world, "update notifications set kind = 'task-due', subject_kind = 'task' where id = $1", [
          id,
        ]);
        return { subjectType: "task", diaryId: world.diaryId };
      },
    },
    summarize: (unseen: unknown[]) => (unseen.length > 0 ? "unseen" : "none"),
  },
  "notifications.markManySeen": {
    cases: {
      "the owner's": async (world) => ({ notificationIds: [await newNotification(world)] }),
    },
    effect: `select $1::text is null and user_id = $2 and seen_at is not null as ok from notifications`,
  },
  "notifications.getSettings": { cases: { "one's own": () => ({}) }, summarize: () => "settings" },
  "notifications.setSettings": {
    cases: { "quiet hours": () => ({ quietHours: { fromMinute: 1320, toMinute: 420 } }) },
    effect: `select $1::text is null and quiet_from = 1320 and quiet_to = 420 as ok
               from notification_settings where user_id = $2`,
    undo: (world) => sql(world, "delete from notification_settings"),
  },
  "notifications.listRules": {
    cases: {
      "one's own": async (world) => {
        await sql(world, "delete from notification_rules");
        await sql(
          world,
          "insert into notification_rules (user_id, diary_id, kind, channel, mode) values ($1, $2, 'note', 'push', 'now')",
          [world.actors.owner.userId, world.diaryId],
        );
        return {};
      },
    },
    summarize: (rules: unknown[]) => (rules.length > 0 ? "rules" : "none"),
  },
  "notifications.setRule": {
    cases: {
      "of the notebook": async (world) => {
        await sql(world, "delete from notification_rules");
        return { diaryId: world.diaryId, kind: "task-due", channel: "push", mode: "off" };
      },
      "of all notebooks": async (world) => {
        await sql(world, "delete from notification_rules");
        return { kind: "task-due", channel: "push", mode: "off" };
      },
    },
    effect: `select $1::text is null as ok from notification_rules where user_id = $2 and mode = 'off'`,
    undo: (world) => sql(world, "delete from notification_rules"),
  },
  "notifications.listTargets": {
    cases: {
      "one's own": async (world) => {
        await newDevice(world);
        return {};
      },
    },
    summarize: (devices: unknown[]) => (devices.length > 0 ? "device" : "none"),
  },
  "notifications.changeTarget": {
    cases: {
      "the owner's": async (world) => ({ deviceId: await newDevice(world), label: "tablet", detail: "who" }),
      "a device that doesn't exist": () => ({ deviceId: missingId(), label: "tablet" }),
    },
    effect: `select $1::text is null and user_id = $2 and label = 'tablet' and detail = 'who' as ok
               from notification_targets`,
  },
  "notifications.removeTarget": {
    cases: {
      "the owner's": async (world) => ({ deviceId: await newDevice(world) }),
      "a device that doesn't exist": () => ({ deviceId: missingId() }),
    },
    effect: `select $1::text is null and $2::text is not null and count(*) = 0 as ok from notification_targets`,
  },
  "notifications.getPushKey": { cases: { "this server's": () => ({}) } },
  "notifications.addPushDevice": {
    cases: {
      "a browser": adding(SUBSCRIPTION),
      "a browser that was somebody else's": async (world, principal) => {
        await deleteDevices(world);
        const { claims } = world.actors[principal === "owner" ? "caregiver" : "owner"];
        const http = await world.service.http(claims!);
        await http.action(api.notifications.addPushDevice, { ...SUBSCRIPTION, label: "phone" });
        return { ...SUBSCRIPTION, label: "phone" };
      },
    },
    effect: isOwn("push"),
    undo: deleteDevices,
  },
  "notifications.addNtfy": {
    cases: withProof("ntfy", { "a server": adding({ server: "https://1.1.1.1", accessToken: "tk_1" }) }),
    effect: isOwn("ntfy"),
    undo: deleteDevices,
  },
  "notifications.getNtfyTopic": {
    cases: withProof("ntfy-topic", {
      "the owner's": async (world) => {
        const sealed = world.service.outgoing.seal({ server: "https://1.1.1.1", topic: "t", token: null });
        return { deviceId: await newDevice(world, { channel: "ntfy", sealed }) };
      },
      "a device that doesn't exist": () => ({ deviceId: missingId() }),
    }),
  },
  "notifications.addWebhook": {
    cases: withProof("program", {
      "a program": adding({ hookUrl: "https://1.1.1.1/hook", bodyFormat: "standard" }),
    }),
    effect: isOwn("webhook"),
    undo: deleteDevices,
  },
  "notifications.sendTest": {
    cases: {
      "the owner's, which can't be read": async (world) => ({ deviceId: await newDevice(world) }),
      "a device that doesn't exist": () => ({ deviceId: missingId() }),
    },
  },
  "notifications.getReminderTime": {
    cases: { "the notebook": ({ diaryId }) => ({ diaryId }) },
    summarize: ({ minute }: { minute: number }) => (minute === 480 ? "eight" : `${minute}`),
  },
  "notifications.setReminderTime": {
    cases: {
      "the notebook": async (world) => {
        const { diaryId, actors } = world;
        await sql(
          world,
          "insert into tasks (id, diary_id, title, created_by, date_only, scheduled_day) values (gen_random_uuid(), $1, 'Walk', $2, true, '2030-01-01')",
          [diaryId, actors.owner.userId],
        );
        return { diaryId, minute: 540 };
      },
    },
    effect: `select $1::text is null and $2::text is not null and bool_or(reminder_minute = 540) as ok from diaries`,
    undo: (world) => sql(world, "update diaries set reminder_minute = 480"),
  },
};
