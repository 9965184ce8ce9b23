import { CareError } from "../../../lib/errors.ts";
import { inNotebook, readInNotebook } from "../../../server/access/gate.ts";
import { mayBeAssigned } from "../../../server/access/permissions.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { unassignActivities } from "../../programs/server/public.ts";
import { unassignOpenTasks } from "../../tasks/server/public.ts";
import { MEMBER_MESSAGES } from "../rules/messages.ts";
import { getAssignableRoles } from "../rules.ts";
import * as schema from "../schema.ts";
import { mayChangeMember } from "./access.ts";
import * as data from "./data.ts";
import { endOpenLinks } from "./invitations/deletion.ts";
import { mayInvite } from "./invitations/open_link_data.ts";

const denied = () => new CareError("access-denied", { key: "refusals.denied" });

/** The members of a notebook with role, name and e-mail; visible to every member. */
export const listMembers = query({
  ...schema.listMembers,
  access: readInNotebook("members.see"),
  handler: ({ db, access, baseUrl }) => data.listMembers(db, access, baseUrl),
});

/** Removes a member at once, together with invitations that they could return by. The owner can't be removed. */
export const removeMember = mutation({
  ...schema.removeMember,
  access: mayChangeMember("members.remove"),
  usesReserve: true,
  handler: async ({ db, access, audit }) => {
    const member = await data.findMember(db, access);
    if (!member) throw denied();
    if (member.role === "owner") throw new CareError("conflict", MEMBER_MESSAGES.ownerStays);
    await data.deleteMember(db, access);
    await audit({
      eventType: "member.removed",
      diaryId: access.diaryId,
      targetType: "member",
      targetId: access.memberId,
      details: { userId: member.user_id, role: member.role },
    });
    await endOpenLinks(db, {
      makerId: member.user_id,
      diaryId: access.diaryId,
      actorId: access.userId,
    });
    for (const targetId of await data.deleteInvitationsTo(db, access, member.user_id)) {
      const { diaryId } = access;
      await audit({ eventType: "invitation.cancelled", diaryId, targetType: "invitation", targetId });
    }
    return null;
  },
});

/**
 * Changes a member's role: owners give any role, admins any below admin, also to another admin (`getAssignableRoles`).
 * The owner's role never changes. Takes effect at once. Open tasks of a member who becomes a clinician become
 * unassigned.
 */
export const updateRole = mutation({
  ...schema.updateRole,
  access: mayChangeMember("members.changeRole"),
  usesReserve: true,
  handler: async ({ db, access, audit, now }, { role }) => {
    if (!getAssignableRoles(access.role).includes(role)) throw denied();
    const member = await data.findMember(db, access);
    if (!member) throw denied();
    if (member.role === "owner") throw new CareError("conflict", MEMBER_MESSAGES.ownerKeepsRole);
    if (member.role === role) return null;
    await data.updateRole(db, access, role);
    if (!mayBeAssigned(role)) {
      const assignee = { diaryId: access.diaryId, userId: member.user_id };
      await unassignOpenTasks(db, assignee, now);
      await unassignActivities(db, assignee);
    }
    await audit({
      eventType: "member.roleChanged",
      diaryId: access.diaryId,
      targetType: "member",
      targetId: access.memberId,
      details: { userId: member.user_id, from: member.role, to: role },
    });
    if (mayInvite(member.role) && !mayInvite(role))
      await endOpenLinks(db, {
        makerId: member.user_id,
        diaryId: access.diaryId,
        actorId: access.userId,
      });
    return null;
  },
});

/** Ends the caller's own membership. Their private notes stay stored and are visible again if they rejoin. */
export const leave = mutation({
  ...schema.leave,
  access: inNotebook("notebook.leave", () => new CareError("conflict", MEMBER_MESSAGES.ownerLeaves)),
  handler: async ({ db, access, audit }) => {
    const memberId = await data.deleteOwnMembership(db, access);
    await audit({
      eventType: "member.left",
      diaryId: access.diaryId,
      targetType: "member",
      targetId: memberId,
      details: { userId: access.userId, role: access.role },
    });
    const { userId, diaryId } = access;
    if (mayInvite(access.role)) await endOpenLinks(db, { makerId: userId, diaryId, actorId: userId });
    return null;
  },
});

/** Makes a member the owner; the former owner becomes an admin. */
export const transferOwnership = mutation({
  ...schema.transferOwnership,
  access: mayChangeMember("notebook.transfer"),
  handler: async ({ db, access, audit }) => {
    const member = await data.findMember(db, access);
    if (!member) throw denied();
    if (member.user_id === access.userId) throw new CareError("conflict", MEMBER_MESSAGES.ownsAlready);
    await data.transferOwnership(db, access);
    await audit({
      eventType: "notebook.ownershipTransferred",
      diaryId: access.diaryId,
      targetType: "notebook",
      targetId: access.diaryId,
      details: { from: access.userId, to: member.user_id },
    });
    return null;
  },
});
