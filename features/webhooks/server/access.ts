import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import { type AccessRule, type Caller, person, withProver } from "../../../server/access/gate.ts";
import { requireOwnRow } from "../../../server/access/own_row.ts";
import type { Prover } from "../../../server/auth/proof.ts";
import { WEBHOOK_MESSAGES } from "../rules.ts";

declare const proven: unique symbol;

/** A user, and the source of their re-authentication. */
export type AccountAccess = {
  readonly [proven]: "account";
  readonly userId: string;
  readonly prover: Prover;
};

/** Access to a webhook of the caller's own. */
export type OwnWebhookAccess = {
  readonly [proven]: "webhook";
  readonly userId: string;
  readonly prover: Prover;
  readonly webhookId: string;
};

/** Access to a delivery of the caller's own webhook that was sent before. */
export type OwnDeliveryAccess = {
  readonly [proven]: "delivery";
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly isOff: boolean;
};

const resolveAccount = (caller: Caller): Promise<{ userId: string; prover: Prover }> =>
  withProver(person()).resolve(caller, {});

export const checkAccount = (): AccessRule<unknown, AccountAccess> => ({
  action: "person",
  resolve: async (caller) => (await resolveAccount(caller)) as AccountAccess,
});

/** Checks access to one's own webhook. A missing webhook and another user's webhook give the same error. */
export const checkOwnWebhook = (): AccessRule<{ webhookId: string }, OwnWebhookAccess> => ({
  action: "person",
  async resolve(caller, { webhookId }) {
    const { userId, prover } = await resolveAccount(caller);
    await requireOwnRow(caller.db, "webhooks", { id: webhookId, userId }, WEBHOOK_MESSAGES.notFound);
    return { userId, prover, webhookId } as OwnWebhookAccess;
  },
});

/**
 * Checks access to sending a message again. Another user's message, a missing one and one that was never sent give the
 * same error.
 */
export const checkOwnDelivery = (): AccessRule<{ deliveryId: string }, OwnDeliveryAccess> => ({
  action: "person",
  async resolve(caller, { deliveryId }) {
    const { userId } = await resolveAccount(caller);
    const own = isFullId(deliveryId)
      ? await caller.db
          .selectFrom("webhook_deliveries as d")
          .innerJoin("webhooks as w", "w.id", "d.webhook_id")
          .select(["d.webhook_id", "d.id", "w.disabled_at"])
          .where("d.id", "=", deliveryId)
          .where("w.user_id", "=", userId)
          .where("d.tried_at", "is not", null)
          .executeTakeFirst()
      : undefined;
    if (!own) throw new CareError("not-found", WEBHOOK_MESSAGES.noDelivery);
    return {
      webhookId: own.webhook_id,
      deliveryId: own.id,
      isOff: own.disabled_at !== null,
    } as OwnDeliveryAccess;
  },
});
