import { ROLES, type Role } from "../../lib/roles.ts";

/**
 * The permission table: one row an action, one column a role; read by the gate for every call and by the client to
 * decide which buttons to show. The table of `docs/spec/decisions.md`, "Roles", as data.
 *
 * - `yes`: always
 * - `own`: items they made themselves
 * - `seen`: items they can see (own items included)
 * - `shared`: their own, and any they see that isn't private
 * - `assigned`: items assigned to them
 * - `switch`: where the notebook's switch for it is on; see `NotebookSwitches`
 * - `no`: never
 */
export type Grant = "yes" | "own" | "seen" | "shared" | "assigned" | "switch" | "no";

export type { Role };

/** Permissions of a notebook beyond the roles; all of them are off at first. */
export type NotebookSwitches = { readonly caregiversEditPlans: boolean };

const ALL_OFF: NotebookSwitches = { caregiversEditPlans: false };

type Row = Record<Role, Grant>;

const row = (extended: Grant, clinician: Grant, member: Grant, admin: Grant, owner: Grant): Row => ({
  extended,
  clinician,
  member,
  admin,
  owner,
});

/** Actions inside a notebook. Columns: viewer, clinician, caregiver, admin, owner. */
export const NOTEBOOK_ACTIONS = {
  "notebook.see": row("yes", "yes", "yes", "yes", "yes"),
  "notebook.seePersonInfo": row("no", "yes", "yes", "yes", "yes"),
  "notebook.edit": row("no", "no", "no", "yes", "yes"),
  "notebook.archive": row("no", "no", "no", "no", "yes"),
  "notebook.chooseKeeping": row("no", "no", "no", "no", "yes"),
  "notebook.transfer": row("no", "no", "no", "no", "yes"),
  "notebook.delete": row("no", "no", "no", "no", "yes"),
  "notebook.leave": row("yes", "yes", "yes", "yes", "no"),
  "notes.see": row("seen", "seen", "seen", "seen", "seen"),
  "notes.create": row("no", "yes", "yes", "yes", "yes"),
  "notes.edit": row("no", "own", "own", "shared", "shared"),
  "notes.delete": row("no", "own", "own", "shared", "shared"),
  "comments.see": row("seen", "seen", "seen", "seen", "seen"),
  "comments.create": row("seen", "seen", "seen", "seen", "seen"),
  "comments.edit": row("own", "own", "own", "own", "own"),
  "comments.delete": row("own", "own", "own", "seen", "seen"),
  "attachments.see": row("seen", "seen", "seen", "seen", "seen"),
  "attachments.create": row("no", "own", "yes", "yes", "yes"),
  "attachments.describe": row("own", "own", "own", "seen", "seen"),
  "attachments.delete": row("own", "own", "own", "seen", "seen"),
  "tasks.see": row("seen", "seen", "seen", "seen", "seen"),
  "tasks.beAssigned": row("yes", "no", "yes", "yes", "yes"),
  "tasks.create": row("no", "no", "yes", "yes", "yes"),
  "tasks.setStatus": row("assigned", "no", "seen", "seen", "seen"),
  "tasks.plan": row("no", "no", "seen", "seen", "seen"),
  "tasks.edit": row("no", "no", "own", "seen", "seen"),
  "tasks.delete": row("no", "no", "own", "seen", "seen"),
  "programs.see": row("seen", "seen", "seen", "seen", "seen"),
  "programs.activate": row("no", "yes", "yes", "yes", "yes"),
  "programs.manage": row("no", "own", "own", "yes", "yes"),
  "programs.remove": row("no", "own", "own", "yes", "yes"),
  "plans.see": row("seen", "seen", "seen", "seen", "seen"),
  "plans.edit": row("no", "no", "switch", "yes", "yes"),
  "plans.chooseEditors": row("no", "no", "no", "yes", "yes"),
  "doses.see": row("seen", "seen", "seen", "seen", "seen"),
  "doses.give": row("no", "no", "yes", "yes", "yes"),
  "doses.correct": row("no", "no", "own", "yes", "yes"),
  "appointments.see": row("seen", "seen", "seen", "seen", "seen"),
  "appointments.create": row("no", "yes", "yes", "yes", "yes"),
  "appointments.edit": row("no", "own", "seen", "seen", "seen"),
  "appointments.answer": row("seen", "no", "seen", "seen", "seen"),
  "appointments.delete": row("no", "own", "own", "seen", "seen"),
  "escalation.see": row("no", "yes", "yes", "yes", "yes"),
  "escalation.set": row("no", "no", "no", "yes", "yes"),
  "sheets.delete": row("own", "own", "own", "seen", "seen"),
  "exports.make": row("no", "seen", "seen", "seen", "seen"),
  "exports.delete": row("no", "own", "own", "seen", "seen"),
  "members.see": row("yes", "yes", "yes", "yes", "yes"),
  "members.invite": row("no", "no", "no", "yes", "yes"),
  "members.remove": row("no", "no", "no", "yes", "yes"),
  "members.changeRole": row("no", "no", "no", "yes", "yes"),
} as const satisfies Record<string, Row>;

export type NotebookAction = keyof typeof NOTEBOOK_ACTIONS;

/** Conditions outside a notebook. */
export const GENERAL_ACTIONS = {
  anyone: "No sign-in needed",
  token: "A valid token of the sign-in provider; the person needs no row yet",
  person: "A signed-in person who is known to the product",
  invitee: "A person with the address that an invitation was sent to, confirmed or with a link to it in hand",
  linkHolder: "A person who holds a link to an invitation",
  admin: "An administrator of the platform",
  superAdmin: "A super administrator of the platform",
} as const;

export type GeneralAction = keyof typeof GENERAL_ACTIONS;
export type Action = NotebookAction | GeneralAction;

/**
 * Every function that a client may call, with the action that it requires, or all of them where its arguments or its
 * result require several. The server refuses to start when a registered function has no row here or declares other
 * actions.
 */
export const FUNCTION_ACTIONS: Readonly<Record<string, Action | readonly Action[]>> = {
  "users.syncUser": "token",
  "users.getCurrentUser": "token",
  "users.updateSettings": "person",
  "users.updatePicture": "person",
  "accessTokens.listTokens": "person",
  "accessTokens.revokeToken": "person",
  "webhooks.listWebhooks": "person",
  "webhooks.listDeliveries": "person",
  "webhooks.createWebhook": "person",
  "webhooks.updateWebhook": "person",
  "webhooks.updateAddress": "person",
  "webhooks.rotateSecret": "person",
  "webhooks.sendTest": "person",
  "webhooks.turnOn": "person",
  "webhooks.turnOff": "person",
  "webhooks.sendAgain": "person",
  "webhooks.deleteWebhook": "person",
  "admin.getAdminStatus": "person",
  "admin.claimAdministration": "person",
  "admin.listAdmins": "superAdmin",
  "admin.recordTableOpening": "admin",
  "admin.updateProgramAdmin": "admin",
  "admin.getQueues": "admin",
  "adminDb.getStats": "admin",
  "adminDb.getTableCount": "admin",
  "adminDb.listUsers": "admin",
  "adminDb.listDiaries": "admin",
  "adminDb.listNotes": "admin",
  "adminDb.listNoteTypes": "admin",
  "adminDb.listAttachments": "admin",
  "adminDb.listTasks": "admin",
  "adminDb.listComments": "admin",
  "adminDb.listMembers": "admin",
  "adminDb.listInvitations": "admin",
  "adminDb.listPrograms": "admin",
  "adminDb.listDiaryPrograms": "admin",
  "adminDb.listPhaseProgress": "admin",
  "adminDb.listActivityActivations": "admin",
  "adminDb.listProgramExports": "admin",
  "adminDb.listAuditEvents": "admin",
  "diaries.listMyDiaries": "person",
  "diaries.getDiary": ["notebook.see", "notebook.seePersonInfo"],
  "diaries.getDiaryByShortId": ["notebook.see", "notebook.seePersonInfo"],
  "diaries.getCopyUrl": "notebook.see",
  "diaries.createDiaryWithPersonInfo": "person",
  "diaries.updateDiaryWithPersonInfo": "notebook.edit",
  "diaries.archiveDiary": "notebook.archive",
  "diaries.unarchiveDiary": "notebook.archive",
  "diaries.setKeptOnDevices": "notebook.chooseKeeping",
  "diaries.deleteDiary": "notebook.delete",
  "diaries.markDiaryOpened": "notebook.see",
  "diaryAvatars.uploadAvatarFromDataUrl": "person",
  "notes.listNotes": "notes.see",
  "notes.getNote": "notes.see",
  "notes.getNoteByShortId": "notes.see",
  "notes.createNote": "notes.create",
  "notes.updateNote": "notes.edit",
  "notes.deleteNote": ["notes.delete", "programs.manage"],
  "notes.pageNotes": "notes.see",
  "notes.listNoteTags": "notes.see",
  "notes.listNoteDays": "notes.see",
  "notes.latestMedications": "notes.see",
  "notes.formerMedications": "notes.see",
  "notes.newerMedications": "notes.see",
  "notes.pageMedications": "notes.see",
  "notes.changeMedications": "notes.create",
  "notes.undoMedications": ["notes.delete", "programs.manage"],
  "notes.listNoteVersions": "notes.see",
  "notes.getNoteVersion": "notes.see",
  "noteTypes.listActiveNoteTypes": "person",
  "tasks.listMyTasks": "tasks.see",
  "tasks.pageMyTasks": "tasks.see",
  "tasks.pageUpcoming": "tasks.see",
  "tasks.pageRepeated": "tasks.see",
  "tasks.getTaskHistory": "tasks.see",
  "tasks.listMissedDays": "tasks.see",
  "tasks.listNoteTasks": "tasks.see",
  "tasks.getTask": "tasks.see",
  "tasks.createTask": "tasks.create",
  "tasks.updateTask": ["tasks.setStatus", "tasks.plan", "tasks.edit"],
  "tasks.deleteTask": "tasks.delete",
  "tasks.toggleAddToToday": "tasks.plan",
  "tasks.setToday": "tasks.plan",
  "tasks.skipToCurrentInstance": "tasks.plan",
  "feeds.listFeeds": "person",
  "feeds.createFeed": "tasks.see",
  "feeds.changeFeed": "person",
  "feeds.replaceLink": "person",
  "feeds.stopFeed": "person",
  "notifications.pageNotifications": "person",
  "notifications.countUnseen": "person",
  "notifications.markSeen": "person",
  "notifications.later": "person",
  "notifications.answerMessage": "person",
  "notifications.markAllSeen": "person",
  "notifications.listUnseen": "person",
  "notifications.markManySeen": "person",
  "notifications.getSettings": "person",
  "notifications.setSettings": "person",
  "notifications.listRules": "person",
  "notifications.setRule": "notebook.see",
  "notifications.listTargets": "person",
  "notifications.changeTarget": "person",
  "notifications.removeTarget": "person",
  "notifications.getPushKey": "person",
  "notifications.addPushDevice": "person",
  "notifications.addNtfy": "person",
  "notifications.getNtfyTopic": "person",
  "notifications.addWebhook": "person",
  "notifications.sendTest": "person",
  "notifications.getReminderTime": "notebook.see",
  "notifications.setReminderTime": "notebook.edit",
  "escalation.getEscalation": "escalation.see",
  "escalation.setEscalation": "escalation.set",
  "escalation.isAtNight": "escalation.set",
  "escalation.setBreaksQuiet": "escalation.see",
  "escalation.listRunning": "escalation.see",
  "escalation.takeOn": ["tasks.setStatus", "doses.give"],
  "appointments.listAppointments": "appointments.see",
  "appointments.getAppointment": "appointments.see",
  "appointments.createAppointment": "appointments.create",
  "appointments.updateAppointment": "appointments.edit",
  "appointments.deleteAppointment": "appointments.delete",
  "appointments.answerAppointment": "appointments.answer",
  "appointments.setAppointmentPerson": "appointments.edit",
  "appointments.setOutcome": "notes.create",
  "appointments.readCalendar": "appointments.create",
  "appointments.importCalendar": "appointments.create",
  "visits.getVisit": ["notebook.seePersonInfo", "notes.see"],
  "home.getHomeRecent": "person",
  "updates.listNew": "notebook.see",
  "updates.pageUpdates": "notebook.see",
  "updates.markRead": "comments.see",
  "updates.markAllRead": "notebook.see",
  "updates.markShown": "notebook.see",
  "handover.getHandover": [
    "notebook.see",
    "notes.see",
    "comments.see",
    "tasks.see",
    "plans.see",
    "doses.see",
    "appointments.see",
  ],
  "handover.getShift": [
    "notebook.see",
    "notes.see",
    "comments.see",
    "tasks.see",
    "plans.see",
    "doses.see",
    "appointments.see",
  ],
  "handover.listStarts": "notebook.see",
  "handover.listReceipts": "members.see",
  "handover.markRead": "notebook.see",
  "handover.markUnreadFrom": "notebook.see",
  "handover.sendLink": "notes.create",
  "search.searchEverything": [
    "notes.see",
    "comments.see",
    "tasks.see",
    "attachments.see",
    "members.see",
    "plans.see",
    "doses.see",
  ],
  "comments.listComments": "comments.see",
  "comments.createComment": "comments.create",
  "comments.updateComment": "comments.edit",
  "comments.deleteComment": "comments.delete",
  "programs.listPrograms": "person",
  "programs.getProgram": "person",
  "programs.createProgramFromUpload": "programs.activate",
  "programs.deleteProgram": "programs.remove",
  "programs.linkProgram": "programs.activate",
  "programs.unlinkProgram": "programs.activate",
  "programs.listDiaryPrograms": "programs.see",
  "programs.getDiaryProgram": "programs.see",
  "programs.getProgramsForNote": "programs.see",
  "programs.getProgramSummary": "programs.see",
  "programs.listProgramTasks": "programs.see",
  "programs.activateProgram": "programs.activate",
  "programs.proposeAssignees": "programs.activate",
  "programs.deleteDiaryProgram": "programs.manage",
  "programs.cancelOverdueProgramTasks": "programs.manage",
  "programs.pauseDiaryProgram": "programs.manage",
  "programs.resumeDiaryProgram": "programs.manage",
  "plans.listPlans": "plans.see",
  "plans.getPlan": "plans.see",
  "plans.listPlanVersions": "plans.see",
  "plans.compareList": ["plans.see", "notes.see"],
  "plans.createPlan": "plans.edit",
  "plans.changePlan": "plans.edit",
  "plans.correctPlan": "plans.edit",
  "plans.endPlan": "plans.edit",
  "plans.countTogether": "plans.edit",
  "plans.movePlans": "plans.edit",
  "plans.confirmPlan": "notes.create",
  "plans.setCaregiversEdit": "plans.chooseEditors",
  "doses.listDoses": "doses.see",
  "doses.listDue": "doses.give",
  "doses.listToReview": "doses.see",
  "doses.getDose": "doses.see",
  "doses.getMonth": "doses.see",
  "doses.getSummary": "doses.see",
  "doses.listDoseEntries": "doses.see",
  "doses.giveDose": "doses.give",
  "doses.recordDose": "doses.give",
  "doses.skipDose": "doses.give",
  "doses.claimDose": "doses.give",
  "doses.releaseDose": "doses.correct",
  "doses.correctDose": "doses.correct",
  "doses.withdrawDose": "doses.correct",
  "doses.followUpDose": "doses.give",
  "doses.reviewDose": "doses.give",
  "pauses.listPauses": "doses.see",
  "pauses.startPause": "doses.give",
  "pauses.changePause": "doses.give",
  "pauses.endPause": "doses.give",
  "stock.listStock": "doses.see",
  "stock.listStockEvents": "plans.see",
  "stock.recordStock": "doses.give",
  "stock.setStockWarning": "doses.give",
  "exports.listExports": ["exports.make", "doses.see"],
  "exports.createExport": ["exports.make", "doses.see"],
  "exports.getExportUrl": ["exports.make", "doses.see"],
  "exports.deleteExport": ["exports.delete", "sheets.delete"],
  "programExports.listExports": "exports.make",
  "programExports.createExport": "exports.make",
  "programExports.getExportUrl": "exports.make",
  "programExports.deleteExport": "exports.delete",
  "attachments.listAttachments": "attachments.see",
  "attachments.generateUploadUrl": "attachments.create",
  "attachments.createAttachment": "attachments.create",
  "attachments.getAttachmentUrl": "attachments.see",
  "attachments.updateAttachment": "attachments.describe",
  "attachments.deleteAttachment": "attachments.delete",
  "attachmentsActions.generateUploadUrl": "attachments.create",
  "attachmentsActions.getAttachmentUrl": "attachments.see",
  "members.listMembers": "members.see",
  "members.removeMember": "members.remove",
  "members.updateRole": "members.changeRole",
  "members.leave": "notebook.leave",
  "members.transferOwnership": "notebook.transfer",
  "invitations.listDiaryInvitations": "members.invite",
  "invitations.listMyInvitations": "person",
  "invitations.getInvitationByToken": "anyone",
  "invitations.createInvitation": "members.invite",
  "invitations.createInvitationLink": "members.invite",
  "invitations.createOpenLink": "members.invite",
  "invitations.listOpenLinks": "members.invite",
  "invitations.recordLinkOpening": "person",
  "invitations.listArrivals": "members.invite",
  "invitations.cancelInvitation": "members.invite",
  "invitations.resendInvitation": "members.invite",
  "invitations.acceptInvitation": "invitee",
  "invitations.declineInvitation": "invitee",
  "invitations.requestToJoin": "linkHolder",
  "invitations.listJoinRequests": "members.invite",
  "invitations.acceptJoinRequest": "members.invite",
  "invitations.declineJoinRequest": "members.invite",
};

/** The grant of a role for an action in a notebook. Other parts ask `may`, `mayOn` and `mayOnOthers`. */
export function getGrant(role: Role, action: NotebookAction): Grant {
  return NOTEBOOK_ACTIONS[action][role];
}

/** Whether a role may perform an action on some items at least. */
export const may = (role: Role, action: NotebookAction): boolean => getGrant(role, action) !== "no";

/** Whether a role may perform an action on one item. */
export const mayOn = (role: Role, action: NotebookAction, item: Item): boolean =>
  grantCovers(getGrant(role, action), item);

/** Whether a role may perform an action on visible items of other members. */
export const mayOnOthers = (role: Role, action: NotebookAction): boolean =>
  mayOn(role, action, { seen: true, own: false, isPrivate: false });

/** The roles that may perform an action on some items at least. */
export const rolesThat = (action: NotebookAction): Role[] => ROLES.filter((role) => may(role, action));

/** Whether tasks may be assigned to members with a role. */
export const mayBeAssigned = (role: Role): boolean => may(role, "tasks.beAssigned");

/** Whether a notebook has switched an action on for the roles that need that. */
export const isSwitchedOn = (action: NotebookAction, switches: NotebookSwitches): boolean =>
  action === "plans.edit" && switches.caregiversEditPlans;

/** The actions that a role may perform on at least some rows; the client shows buttons for these. */
export function getPermissions(role: Role, switches: NotebookSwitches = ALL_OFF): NotebookAction[] {
  return (Object.keys(NOTEBOOK_ACTIONS) as NotebookAction[]).filter((action) => {
    const grant = getGrant(role, action);
    return grant === "switch" ? isSwitchedOn(action, switches) : grant !== "no";
  });
}

/** The actions of a role that apply to other members' items, so that every visible item shows their buttons. */
export const getPermissionsOnOthers = (role: Role, switches: NotebookSwitches = ALL_OFF): NotebookAction[] =>
  getPermissions(role, switches).filter((action) =>
    grantCovers(getGrant(role, action), {
      seen: true,
      own: false,
      isPrivate: false,
      isSwitchedOn: isSwitchedOn(action, switches),
    }),
  );

/** The conditions of a grant. */
export type Item = {
  seen: boolean;
  /** The caller made it. */
  own: boolean;
  /** Only its author sees it. */
  isPrivate: boolean;
  /** It is assigned to the caller. */
  assigned?: boolean;
  /** The notebook's switch for the action is on. */
  isSwitchedOn?: boolean;
};

/** Whether a grant covers one item. */
export function grantCovers(grant: Grant, item: Item): boolean {
  switch (grant) {
    case "yes":
      return true;
    case "seen":
      return item.seen;
    case "own":
      return item.seen && item.own;
    case "shared":
      return item.seen && (item.own || !item.isPrivate);
    case "assigned":
      return item.seen && item.assigned === true;
    case "switch":
      return item.seen && item.isSwitchedOn === true;
    case "no":
      return false;
  }
}
