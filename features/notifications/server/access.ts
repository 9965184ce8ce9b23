import { sql } from "kysely";
import { type AccessRule, inNotebook, person, readMemberships } from "../../../server/access/gate.ts";
import { requireOwnRow } from "../../../server/access/own_row.ts";
import type { Role } from "../../../server/access/permissions.ts";
import { NOTIFICATION_MESSAGES } from "../rules/messages.ts";

declare const proven: unique symbol;

/**
 * A user's access to their inbox, with their role in each of their notebooks, which decides what they see of a subject.
 */
export type InboxAccess = {
  readonly [proven]: "inbox";
  readonly userId: string;
  /** Of the built-in sign-in; null where sessions are an issuer's. */
  readonly sessionId: string | null;
  readonly notebooks: readonly { readonly diaryId: string; readonly role: Role }[];
};

/** Access to a target of the caller's own. */
export type TargetAccess = {
  readonly [proven]: "target";
  readonly userId: string;
  readonly targetId: string;
};

/** A user, and their session of the built-in sign-in. */
export type SessionAccess = {
  readonly [proven]: "session";
  readonly userId: string;
  readonly sessionId: string | null;
};

/** Access to the caller's own rules, for all notebooks or for one of theirs. */
export type RuleAccess = { readonly [proven]: "rule"; readonly userId: string };

export const checkOwnInbox = (): AccessRule<unknown, InboxAccess> => ({
  action: "person",
  async resolve(caller) {
    const { userId } = await person().resolve(caller, {});
    const notebooks = await readMemberships(caller, userId);
    const sessionId = caller.identity?.sessionId ?? null;
    const inbox: Omit<InboxAccess, typeof proven> = { userId, sessionId, notebooks };
    return inbox as InboxAccess;
  },
});

/** Checks access to rules for all notebooks, or for one of the caller's. */
export const mayChooseRules = (): AccessRule<{ diaryId?: string | undefined }, RuleAccess> => ({
  action: "notebook.see",
  async resolve(caller, { diaryId }) {
    const { userId } = await person().resolve(caller, {});
    if (diaryId !== undefined) await inNotebook("notebook.see").resolve(caller, { diaryId });
    return { userId } as RuleAccess;
  },
});

/** The person of a signed link that only they were sent. */
export const toRuleAccess = (userId: string): RuleAccess => ({ userId }) as RuleAccess;

/** A person with the session of their token; null where sessions are an issuer's. */
export const checkSession = (): AccessRule<unknown, SessionAccess> => ({
  action: "person",
  async resolve(caller) {
    const { userId } = await person().resolve(caller, {});
    return { userId, sessionId: caller.identity?.sessionId ?? null } as SessionAccess;
  },
});

/** Checks access to one's own target. A missing target and another user's target give the same error. */
export const checkOwnTarget = (): AccessRule<{ deviceId: string }, TargetAccess> => ({
  action: "person",
  async resolve(caller, { deviceId }) {
    const { userId } = await person().resolve(caller, {});
    const key = { id: deviceId, userId };
    // The address of an account isn't a device.
    const isDevice = sql<boolean>`channel <> 'mail'`;
    await requireOwnRow(caller.db, "notification_targets", key, NOTIFICATION_MESSAGES.noTarget, isDevice);
    return { userId, targetId: deviceId } as TargetAccess;
  },
});
