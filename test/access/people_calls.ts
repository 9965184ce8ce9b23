import { v7 as uuidv7 } from "uuid";
import type { FunctionSweep } from "./calls.ts";
import { joinLetters, missingId } from "./note_calls.ts";
import { newInvitation, newLink, newMember, newOpenLink, newRequest, restoreOwner } from "./people_world.ts";
import { withProof } from "./proofs.ts";
import { newNotebook } from "./world.ts";

const freshEmail = () => `${uuidv7()}@example.org`;

/** Invitations to the invitee that were already answered. */
const invitationCases: FunctionSweep["cases"] = {
  "the invitee's": async (world) => ({ invitationId: await newInvitation(world) }),
  "an expired one": async (world) => ({ invitationId: await newInvitation(world, "expired") }),
  "a declined one": async (world) => ({ invitationId: await newInvitation(world, "declined") }),
  "an invitation that doesn't exist": () => ({ invitationId: missingId() }),
};

/** `whole` to the invitee, `masked` to others who are signed in, `shown` to who isn't; else the state. */
const summarizeInvitation: FunctionSweep["summarize"] = ({ status, isForCaller, ...shown }, { actors }) => {
  if (status !== "pending") return status;
  const showsAddress = JSON.stringify(shown).includes(actors.invitee.claims!.email);
  if (isForCaller) return showsAddress && "noteCount" in shown.diary ? "whole" : "less";
  if (shown.caller) return shown.caller;
  if (showsAddress || Object.keys(shown.diary).join() !== "name") return "leaked";
  return isForCaller === null ? "shown" : "masked";
};

const WHOLE_TEAM =
  "Olga Owner: owner, Viktor Viewer: extended, Dora Doctor: clinician, Anna Author: member, Clara Caregiver: member, Adam Admin: admin";

/** How the sweep calls the functions of members and invitations. */
export const PEOPLE_CALLS: Record<string, FunctionSweep> = {
  "members.listMembers": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: (list: { user: { name: string }; role: string }[]) =>
      list.map(({ user, role }) => `${user.name}: ${role}`).join(", ") === WHOLE_TEAM ? "team" : "others",
  },
  "members.removeMember": {
    cases: {
      "a caregiver": async (world) => ({ memberId: await newMember(world, "member") }),
      "an admin": async (world) => ({ memberId: await newMember(world, "admin") }),
      "the owner": ({ ownerMemberId }) => ({ memberId: ownerMemberId }),
      "a membership that doesn't exist": () => ({ memberId: missingId() }),
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
      "a caregiver to clinician": async (world) => ({
        memberId: await newMember(world, "member"),
        role: "clinician",
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
      "a membership that doesn't exist": () => ({ memberId: missingId(), role: "extended" }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and m.role = a.details->>'to' as ok
               from audit_events a join members m on m.id::text = a.target_id
              where event_type = 'member.roleChanged' order by a.id desc limit 1`,
  },
  "members.leave": {
    cases: {
      "a notebook": newNotebook,
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    effect: `select $1::text is null and not exists (
               select from members m where m.diary_id = a.diary_id and m.user_id = $2) as ok
               from audit_events a where event_type = 'member.left' order by a.id desc limit 1`,
  },
  "members.transferOwnership": {
    cases: {
      "to its owner": ({ ownerMemberId }) => ({ memberId: ownerMemberId }),
      "to a caregiver": async (world) => ({ memberId: await newMember(world, "member") }),
      "to a membership that doesn't exist": () => ({ memberId: missingId() }),
    },
    effect: `select $1::text is null and m.role = 'admin' and o.user_id <> $2 as ok
               from audit_events a
               join members m on m.diary_id = a.diary_id and m.user_id = $2
               join members o on o.diary_id = a.diary_id and o.role = 'owner'
              where event_type = 'notebook.ownershipTransferred' order by a.id desc limit 1`,
    undo: restoreOwner,
  },
  "invitations.listDiaryInvitations": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: (list: { _id: string }[], { invitation }) =>
      joinLetters(
        list.map((each) => each._id),
        { [invitation.id]: "I" },
      ),
  },
  "invitations.listMyInvitations": {
    cases: { "one's own": () => ({}) },
    summarize: (list: { _id: string }[], { invitation }) =>
      joinLetters(
        list.map((each) => each._id),
        { [invitation.id]: "I" },
      ),
  },
  "invitations.getInvitationByToken": {
    cases: {
      "the invitee's link": ({ invitation }) => ({ token: invitation.token }),
      "an open link": async (world) => ({ token: (await newOpenLink(world)).token }),
      "a link that opens nothing": () => ({ token: "z".repeat(43) }),
      "the link of an accepted one": async (world) => ({ token: await newLink(world, "accepted") }),
      "the link of an expired one": async (world) => ({ token: await newLink(world, "expired") }),
    },
    summarize: summarizeInvitation,
  },
  "invitations.createInvitation": {
    cases: {
      "a caregiver": ({ diaryId }) => ({ diaryId, email: freshEmail(), role: "member" }),
      "a clinician": ({ diaryId }) => ({ diaryId, email: freshEmail(), role: "clinician" }),
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
        diaryId: missingId(),
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
      "an open link": async (world) => ({ invitationId: (await newOpenLink(world)).invitationId }),
      "an invitation that doesn't exist": () => ({ invitationId: missingId() }),
    },
    effect: `select $1::json->>'link' like 'http%/accept' and a.actor_id = $2 as ok
               from audit_events a join invitations i on i.id::text = a.target_id
              where event_type = 'invitation.linkCreated' order by a.id desc limit 1`,
  },
  "invitations.createOpenLink": {
    cases: withProof("invitation", {
      "for a viewer": ({ diaryId }) => ({ diaryId, role: "extended", forName: "Ben" }),
      "for a clinician": ({ diaryId }) => ({ diaryId, role: "clinician", forName: "Dr Lee" }),
      "for an admin, at once": ({ diaryId }) => ({ diaryId, role: "admin", letsInAtOnce: true }),
      "to a notebook that doesn't exist": () => ({ diaryId: missingId(), role: "member" }),
    }),
    effect: `select i.email is null and i.invited_by = $2 and l.made_by = $2 and a.actor_id = $2 as ok
               from invitations i join invitation_links l on l.invitation_id = i.id
               join audit_events a on a.target_id = i.id::text and a.event_type = 'invitation.created'
              where i.id = ($1::json->>'invitationId')::uuid`,
    undo: ({ service, diaryId }) =>
      service.database.pool.query("delete from invitations where diary_id = $1 and email is null", [diaryId]),
  },
  "invitations.listOpenLinks": {
    cases: {
      "the notebook": async (world) => {
        await newOpenLink(world);
        return { diaryId: world.diaryId };
      },
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: (list: { forName: string }[]) => list.map(({ forName }) => forName).join() || "none",
  },
  "invitations.recordLinkOpening": {
    cases: {
      "an open link": async (world) => ({ token: (await newOpenLink(world)).token }),
      "a link that opens nothing": () => ({ token: "z".repeat(43) }),
    },
    effect: `select $1::text is null and actor_id = $2 as ok from audit_events
              where event_type = 'invitation.opened' order by id desc limit 1`,
  },
  "invitations.listArrivals": {
    cases: {
      "one's own": async (world) => {
        await newRequest(world);
        return {};
      },
    },
    summarize: ({ requests }: { requests: { user: { name: string } }[] }) =>
      requests.length === 0
        ? "none"
        : requests.every(({ user }) => user.name === "Anton Requester")
          ? "requests"
          : "others",
  },
  "invitations.cancelInvitation": {
    cases: {
      "an open link": async (world) => ({ invitationId: (await newOpenLink(world)).invitationId }),
      "the invitee's": async (world) => ({ invitationId: await newInvitation(world) }),
      "an accepted one": async (world) => ({ invitationId: await newInvitation(world, "accepted") }),
      "an invitation that doesn't exist": () => ({ invitationId: missingId() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from invitations i where i.id::text = a.target_id) as ok
               from audit_events a where event_type = 'invitation.cancelled' order by a.id desc limit 1`,
  },
  "invitations.resendInvitation": {
    cases: {
      "the invitee's": async (world) => ({ invitationId: await newInvitation(world) }),
      "an expired one": async (world) => ({ invitationId: await newInvitation(world, "expired") }),
      "an invitation that doesn't exist": () => ({ invitationId: missingId() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and i.last_sent_at > now() - interval '1 minute' as ok
               from audit_events a join invitations i on i.id::text = a.target_id
              where event_type = 'invitation.resent' order by a.id desc limit 1`,
  },
  "invitations.acceptInvitation": {
    cases: {
      ...invitationCases,
      "an accepted one": async (world) => ({ invitationId: await newInvitation(world, "accepted") }),
      "an open link": (world) => newOpenLink(world),
      "an open link that lets in at once": (world) => newOpenLink(world, { letsInAtOnce: true }),
      "an open link without its secret": async (world) => ({
        invitationId: (await newOpenLink(world, { letsInAtOnce: true })).invitationId,
      }),
    },
    effect: `select $1::json->>'diaryId' = m.diary_id::text and i.status = 'accepted' and m.role = i.role as ok
               from invitations i join members m on m.diary_id = i.diary_id and m.user_id = i.accepted_by
              where i.accepted_by = $2 order by i.responded_at desc limit 1`,
    undo: ({ service, diaryId, actors }) =>
      service.database.pool.query("delete from members where diary_id = $1 and user_id = any($2)", [
        diaryId,
        (
          [
            "invitee",
            "outsider",
            "removed member",
            "owner elsewhere",
            "platform admin",
            "super admin",
          ] as const
        ).map((name) => actors[name].userId),
      ]),
  },
  "invitations.declineInvitation": {
    cases: { ...invitationCases, "an open link": (world) => newOpenLink(world) },
    effect: `select $1::text is null and a.actor_id = $2 and i.status = 'declined' as ok
               from audit_events a join invitations i on i.id::text = a.target_id
              where event_type = 'invitation.declined' order by a.id desc limit 1`,
  },
  "invitations.requestToJoin": {
    cases: {
      "a link to somebody else's": async (world) => ({ token: await newLink(world, "pending") }),
      "an open link": async (world) => ({ token: (await newOpenLink(world)).token }),
      "the link of an expired one": async (world) => ({ token: await newLink(world, "expired") }),
      "a link that opens nothing": () => ({ token: "z".repeat(43) }),
    },
    effect: `select $1::text is null and r.user_id = $2 and a.actor_id = $2 as ok
               from audit_events a join join_requests r on r.id::text = a.target_id
              where event_type = 'joinRequest.created' order by a.id desc limit 1`,
  },
  "invitations.listJoinRequests": {
    cases: {
      "the notebook": async (world) => {
        await newRequest(world);
        return { diaryId: world.diaryId };
      },
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: (list: { user: { name: string } }[]) =>
      list.length > 0 && list.every(({ user }) => user.name === "Anton Requester") ? "requests" : "others",
  },
  "invitations.acceptJoinRequest": {
    cases: {
      "one that waits": async (world) => ({ requestId: await newRequest(world) }),
      "a declined one": async (world) => ({ requestId: await newRequest(world, "declined") }),
      "a request that doesn't exist": () => ({ requestId: missingId() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and m.role = 'admin' and m.invited_by = $2 as ok
               from audit_events a join members m on m.id::text = a.target_id
              where event_type = 'member.joined' order by a.id desc limit 1`,
    undo: ({ service, diaryId }) =>
      service.database.pool.query(
        `delete from members m using users u
          where u.id = m.user_id and u.name = 'Anton Requester' and m.diary_id = $1`,
        [diaryId],
      ),
  },
  "invitations.declineJoinRequest": {
    cases: {
      "one that waits": async (world) => ({ requestId: await newRequest(world) }),
      "a declined one": async (world) => ({ requestId: await newRequest(world, "declined") }),
      "a request that doesn't exist": () => ({ requestId: missingId() }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and r.declined_at is not null as ok
               from audit_events a join join_requests r on r.id::text = a.target_id
              where event_type = 'joinRequest.declined' order by a.id desc limit 1`,
  },
};
