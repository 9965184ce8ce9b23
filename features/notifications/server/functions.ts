import { inNotebook, person, readInNotebook } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { checkOwnInbox, checkOwnTarget, checkSession, mayChooseRules } from "./access.ts";
import * as inbox from "./inbox/inbox_data.ts";
import { snooze } from "./plan/snooze_data.ts";
import * as notebooks from "./settings/notebook_data.ts";
import * as rules from "./settings/rules_data.ts";
import * as settings from "./settings/settings_data.ts";
import * as targets from "./settings/targets_data.ts";

export { answerMessage } from "./answer_functions.ts";
export { listUnseen, markManySeen } from "./seen_functions.ts";
export {
  addNtfy,
  addPushDevice,
  addWebhook,
  getNtfyTopic,
  getPushKey,
  sendTest,
} from "./target_functions.ts";

/** A page of the caller's notifications, newest first. What they don't see any more has no subject. */
export const pageNotifications = query({
  ...schema.pageNotifications,
  access: checkOwnInbox(),
  handler: ({ db, access, vault, journal }, { paginationOpts: options, isWaiting = false }) =>
    inbox.pageNotifications(db, access, vault, { options, isWaiting, journal }),
});

/** How many subjects wait for the caller: addressed to them, open and not yet seen. Counted up to 10. */
export const countUnseen = query({
  ...schema.countUnseen,
  access: checkSession(),
  handler: async ({ db, access }) => ({ unseen: await inbox.countUnseen(db, access) }),
});

/** Records that the caller has seen one notification of theirs, and the earlier ones about its subject. */
export const markSeen = mutation({
  ...schema.markSeen,
  access: checkSession(),
  handler: async ({ db, access, now }, { notificationId }) => {
    await inbox.markSeen(db, access, notificationId, now);
    return null;
  },
});

/**
 * Puts off a notification of the caller: it is quiet until then, and comes back by all its ways unless it is settled
 * meanwhile. Doses of one time are put off together. Put off again, the new time holds.
 */
export const later = mutation({
  ...schema.later,
  access: person(),
  handler: async ({ db, access, now }, args) => ({
    laterUntil: await snooze(db, access.userId, args, now),
  }),
});

/** Records that the caller has seen all notifications that were made up to a moment. */
export const markAllSeen = mutation({
  ...schema.markAllSeen,
  access: checkSession(),
  handler: async ({ db, access, now }, { upTo }) => {
    await inbox.markAllSeen(db, access, upTo, now);
    return null;
  },
});

/** How the caller is notified: their clock, quiet hours, the digest, and what lock screens show. */
export const getSettings = query({
  ...schema.getSettings,
  access: person(),
  handler: ({ db, access }) => settings.getSettings(db, access.userId),
});

/** Changes the given settings of the caller; the others stay. */
export const setSettings = mutation({
  ...schema.setSettings,
  access: person(),
  handler: async ({ db, access, now }, change) => {
    await settings.setSettings(db, access.userId, change, now);
    return null;
  },
});

/** What the caller has chosen otherwise than the defaults (`DEFAULT_MODES`), for all notebooks or for one. */
export const listRules = query({
  ...schema.listRules,
  access: person(),
  handler: ({ db, access }) => rules.listRules(db, access.userId),
});

/** Chooses how the caller is notified of a kind on a channel; null takes the choice back. */
export const setRule = mutation({
  ...schema.setRule,
  access: mayChooseRules(),
  handler: async ({ db, access }, { diaryId = null, ...rule }) => {
    await rules.setRule(db, access, { diaryId, ...rule });
    return null;
  },
});

/** Lists the caller's devices, topics and webhooks that get notifications. */
export const listTargets = query({
  ...schema.listTargets,
  access: person(),
  handler: ({ db, access }) => targets.listTargets(db, access.userId),
});

/** Renames a device of the caller, or chooses what it shows on its lock screen. */
export const changeTarget = mutation({
  ...schema.changeTarget,
  access: checkOwnTarget(),
  handler: async ({ db, access }, { deviceId: _, ...change }) => {
    await targets.changeTarget(db, access, change);
    return null;
  },
});

/** Removes a device of the caller: nothing is sent to it any more. */
export const removeTarget = mutation({
  ...schema.removeTarget,
  access: checkOwnTarget(),
  handler: async ({ db, access }) => {
    await targets.removeTarget(db, access);
    return null;
  },
});

/** When people are reminded of whole-day tasks of a notebook, in minutes after midnight of its clock. */
export const getReminderTime = query({
  ...schema.getReminderTime,
  access: readInNotebook("notebook.see"),
  handler: async ({ db, access }) => ({ minute: await notebooks.readReminderTime(db, access) }),
});

/** Changes when people are reminded of whole-day tasks of a notebook. */
export const setReminderTime = mutation({
  ...schema.setReminderTime,
  access: inNotebook("notebook.edit"),
  handler: async ({ db, access }, { minute }) => {
    await notebooks.setReminderTime(db, access, minute);
    return null;
  },
});
