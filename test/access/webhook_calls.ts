import { v7 as uuidv7 } from "uuid";
import { createWebhookSecret } from "../../server/outgoing/webhook.ts";
import type { FunctionSweep } from "./calls.ts";
import { missingId } from "./note_calls.ts";
import { proofFrom } from "./proofs.ts";
import type { World } from "./world.ts";

const sql = ({ service }: World, text: string, values: unknown[] = []) =>
  service.database.pool.query(text, values);

const deleteWebhooks = async (world: World) => {
  await sql(world, "delete from webhooks");
  await sql(world, "delete from webhook_deliveries");
};

/** The owner's webhook, and no other. One that is on is told of what other calls of the sweep write. */
async function newWebhook(
  world: World,
  { isOn = false, isReadable = true }: { isOn?: boolean; isReadable?: boolean } = {},
): Promise<string> {
  await deleteWebhooks(world);
  const id = uuidv7();
  const target = { url: "https://1.1.1.1/hook", secret: createWebhookSecret() };
  await sql(
    world,
    `insert into webhooks (id, user_id, name, host, sealed, all_notebooks, disabled_at, disabled_reason)
     values ($1, $2, 'Display', '1.1.1.1', $3, true, $4, $5)`,
    [
      id,
      world.actors.owner.userId,
      isReadable ? world.service.outgoing.seal(target) : Buffer.of(0),
      isOn ? null : new Date(),
      isOn ? null : "person",
    ],
  );
  return id;
}

/** A message to the owner's webhook, which was sent, unless it is one of which nobody was told. */
async function newDelivery(world: World, wasTold = true): Promise<string> {
  const webhookId = await newWebhook(world, { isOn: true });
  const { rows } = await sql(
    world,
    `insert into webhook_deliveries (webhook_id, diary_id, kind, change, subject_id, role, told_as, tried_at, outcome)
     values ($1, $2, 'note', 'insert', $3, 'owner', $4, $5, $6) returning id`,
    [
      webhookId,
      world.diaryId,
      world.notes.E.id,
      ...(wasTold ? ["note.created", new Date(), "sent"] : [null, null, null]),
    ],
  );
  return rows[0].id;
}

const isOff = "select disabled_at is not null as ok from webhooks where $1::text is null and user_id = $2";

/** How the sweep calls the functions of webhooks. */
export const WEBHOOK_CALLS: Record<string, FunctionSweep> = {
  "webhooks.listWebhooks": {
    cases: {
      "one's own": async (world) => {
        await newWebhook(world);
        return {};
      },
    },
    summarize: (webhooks: { host: string }[]) => webhooks.map(({ host }) => host).join() || "none",
  },
  "webhooks.listDeliveries": {
    cases: {
      "the owner's": async (world) => {
        await newDelivery(world);
        const { rows } = await sql(
          world,
          "update webhooks set disabled_at = now(), disabled_reason = 'person' returning id",
        );
        return { webhookId: rows[0].id };
      },
      "a webhook that doesn't exist": () => ({ webhookId: missingId() }),
    },
  },
  "webhooks.createWebhook": {
    cases: {
      "of a notebook of one's own or all": async (world, principal) => {
        await deleteWebhooks(world);
        return {
          ...{ name: "Display", hookUrl: "https://1.1.1.1/hook", areas: ["tasks"], diaryIds: null },
          proof: proofFrom(world, principal, "webhook"),
        };
      },
      "of the notebook": async (world, principal) => {
        await deleteWebhooks(world);
        return {
          ...{ name: "Display", hookUrl: "https://1.1.1.1/hook", areas: null, diaryIds: [world.diaryId] },
          proof: proofFrom(world, principal, "webhook"),
        };
      },
    },
    effect: `select $1::json->>'secret' like 'whsec_%' and user_id = $2 as ok
               from webhooks where id = ($1::json->>'webhookId')::uuid`,
    undo: deleteWebhooks,
  },
  "webhooks.updateWebhook": {
    cases: {
      "the owner's": async (world) => ({
        webhookId: await newWebhook(world),
        ...{ name: "Kitchen", areas: ["tasks"], diaryIds: [world.diaryId] },
      }),
      "the owner's, with a notebook of which they aren't a member": async (world) => ({
        webhookId: await newWebhook(world),
        ...{ name: "Kitchen", areas: ["tasks"], diaryIds: [world.diaryId, missingId()] },
      }),
      "a webhook that doesn't exist": () => ({
        ...{ webhookId: missingId(), name: "Kitchen", areas: null, diaryIds: null },
      }),
    },
    effect: `select $1::text is null and name = 'Kitchen' and areas = '{tasks}' and not all_notebooks as ok
               from webhooks where user_id = $2`,
    undo: deleteWebhooks,
  },
  "webhooks.updateAddress": {
    cases: {
      "the owner's": async (world, principal) => ({
        webhookId: await newWebhook(world),
        hookUrl: "https://8.8.8.8/other",
        proof: proofFrom(world, principal, "address"),
      }),
      "a webhook that doesn't exist": (world, principal) => ({
        webhookId: missingId(),
        hookUrl: "https://8.8.8.8/other",
        proof: proofFrom(world, principal, "address"),
      }),
    },
    effect: `select $1::text is null and host = '8.8.8.8' as ok from webhooks where user_id = $2`,
    undo: deleteWebhooks,
  },
  "webhooks.rotateSecret": {
    cases: {
      "the owner's": async (world, principal) => ({
        webhookId: await newWebhook(world),
        proof: proofFrom(world, principal, "secret"),
      }),
      "a webhook that doesn't exist": (world, principal) => ({
        webhookId: missingId(),
        proof: proofFrom(world, principal, "secret"),
      }),
    },
    effect: `select $1::json->>'secret' like 'whsec_%' and rotated_until > now() as ok
               from webhooks where user_id = $2`,
  },
  "webhooks.sendTest": {
    cases: {
      "the owner's, which can't be read": async (world) => ({
        webhookId: await newWebhook(world, { isReadable: false }),
      }),
      "a webhook that doesn't exist": () => ({ webhookId: missingId() }),
    },
  },
  "webhooks.turnOn": {
    cases: {
      "the owner's": async (world) => ({ webhookId: await newWebhook(world) }),
      "a webhook that doesn't exist": () => ({ webhookId: missingId() }),
    },
    effect: isOff.replace("is not null", "is null"),
    undo: deleteWebhooks,
  },
  "webhooks.turnOff": {
    cases: {
      "the owner's": async (world) => ({ webhookId: await newWebhook(world, { isOn: true }) }),
      "a webhook that doesn't exist": () => ({ webhookId: missingId() }),
    },
    effect: isOff,
    undo: deleteWebhooks,
  },
  "webhooks.sendAgain": {
    cases: {
      "a message to the owner's": async (world) => ({ deliveryId: await newDelivery(world) }),
      "one of which nobody was told": async (world) => ({ deliveryId: await newDelivery(world, false) }),
      "a message that doesn't exist": () => ({ deliveryId: missingId() }),
    },
    effect: `select $1::text is null and $2::uuid is not null and outcome is null as ok from webhook_deliveries`,
    undo: deleteWebhooks,
  },
  "webhooks.deleteWebhook": {
    cases: {
      "the owner's": async (world) => ({ webhookId: await newWebhook(world) }),
      "a webhook that doesn't exist": () => ({ webhookId: missingId() }),
    },
    effect: `select $1::text is null and actor_id = $2 and not exists (select from webhooks) as ok
               from audit_events where event_type = 'webhook.removed' order by id desc limit 1`,
  },
};
