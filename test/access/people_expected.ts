import type { Expectation } from "./expected.ts";

/** What the calls of members and invitations must answer; see `expected.ts`. I is the invitation to the invitee. */
// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
export const PEOPLE_EXPECTED: Record<string, Record<string, Expectation>> = {
  "members.listMembers": {
    "the notebook": {
      row: "signin unknown denied denied  team   team team   team    team  team   denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "members.removeMember": {
    "a caregiver": {
      row: "signin unknown denied denied  denied denied denied denied  done  done   denied  denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "an admin": {
      row: "signin unknown denied denied  denied denied denied denied  done  done   denied  denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "the owner": {
      row: "signin unknown denied denied  denied denied denied denied  kept  kept   denied  denied  denied denied",
    },
    "a membership that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "members.updateRole": {
    "a caregiver to viewer": {
      row: "signin unknown denied denied  denied denied denied denied  done  done   denied denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "a caregiver to clinician": {
      row: "signin unknown denied denied  denied denied denied denied  done  done   denied denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "a caregiver to admin": {
      row: "signin unknown denied denied  denied denied denied denied  denied done   denied denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "an admin to caregiver": {
      row: "signin unknown denied denied  denied denied denied denied  done  done   denied denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "the owner": {
      row: "signin unknown denied denied  denied denied denied denied  kept  kept   denied denied  denied denied",
    },
    "a membership that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "members.leave": {
    "a notebook": {
      row: "signin unknown denied denied  done   done done   done    done  kept   denied denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "members.transferOwnership": {
    "to its owner": {
      row: "signin unknown denied denied  denied denied denied denied  denied kept   denied denied  denied denied",
    },
    "to a caregiver": {
      row: "signin unknown denied denied  denied denied denied denied  denied done   denied denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "to a membership that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.listDiaryInvitations": {
    "the notebook": {
      row: "signin unknown denied denied  denied denied denied denied  I      I      denied denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.listMyInvitations": {
    "one's own": {
      row: "signin unknown none   I       none   none none   none    none  none   none   none    none   none",
    },
  },
  "invitations.getInvitationByToken": {
    "the invitee's link": {
      row: "shown  masked masked whole   masked masked masked masked  masked masked masked masked  masked masked",
    },
    "an open link": {
      row: "shown  shown  shown  shown   member member member member  member inviter shown shown   shown  shown",
    },
    "a link that opens nothing": {
      row: "null   null   null   null    null   null null   null    null   null   null   null    null   null",
    },
    "the link of an accepted one": {
      row: "accepted accepted accepted accepted accepted accepted accepted accepted accepted accepted accepted accepted accepted accepted",
    },
    "the link of an expired one": {
      row: "expired expired expired expired expired expired expired expired expired expired expired expired expired expired",
    },
  },
  "invitations.createInvitation": {
    "a caregiver": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "invitation_links", "invitation_turns", "invitations", "mail_outbox"],
    },
    "a clinician": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "invitation_links", "invitation_turns", "invitations", "mail_outbox"],
    },
    "an admin": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "invitation_links", "invitation_turns", "invitations", "mail_outbox"],
    },
    "a member": {
      row: "signin unknown denied denied  denied denied denied denied  member member denied denied  denied denied",
    },
    "the invitee again": {
      row: "signin unknown denied denied  denied denied denied denied  pending pending denied denied  denied denied",
    },
    "to a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.createInvitationLink": {
    "the invitee's": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "invitation_links", "invitations"],
    },
    "an accepted one": {
      row: "signin unknown denied denied  denied denied denied denied  accepted accepted denied denied  denied denied",
    },
    "an open link": {
      row: "signin unknown denied denied  denied denied denied denied  notyours done denied denied  denied denied",
      changes: ["audit_events", "invitation_links", "invitations"],
    },
    "an invitation that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.createOpenLink": {
    "for a viewer": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: [
        ...["audit_events", "invitation_links", "invitation_turns", "invitations", "mail_outbox"],
        ...["notifications", "unplanned_notifications"],
      ],
    },
    "for a clinician": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: [
        ...["audit_events", "invitation_links", "invitation_turns", "invitations", "mail_outbox"],
        ...["notifications", "unplanned_notifications"],
      ],
    },
    "for an admin, at once": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: [
        ...["audit_events", "invitation_links", "invitation_turns", "invitations", "mail_outbox"],
        ...["notifications", "unplanned_notifications"],
      ],
    },
    "to a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.listOpenLinks": {
    "the notebook": {
      row: "signin unknown denied denied  denied denied denied denied  Ben    Ben    denied denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.recordLinkOpening": {
    "an open link": {
      row: "signin unknown done   done    same   same same   same    same   same   done   done    done   done",
      changes: ["audit_events"],
    },
    "a link that opens nothing": {
      row: "signin unknown same   same    same   same same   same    same   same   same   same    same   same",
    },
  },
  "invitations.listArrivals": {
    "one's own": {
      row: "signin unknown none   none    none   none none   none    requests requests none none  none   none",
    },
  },
  "invitations.cancelInvitation": {
    "an open link": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "invitation_links", "invitations"],
    },
    "the invitee's": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "invitation_links", "invitations"],
    },
    "an accepted one": {
      row: "signin unknown denied denied  denied denied denied denied  accepted accepted denied denied  denied denied",
    },
    "an invitation that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.resendInvitation": {
    "the invitee's": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "invitation_links", "invitation_turns", "invitations", "mail_outbox"],
    },
    "an expired one": {
      row: "signin unknown denied denied  denied denied denied denied  expired expired denied denied  denied denied",
    },
    "an invitation that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.acceptInvitation": {
    "the invitee's": {
      row: "signin unknown denied done    denied denied denied denied  denied denied denied denied  denied denied",
      changes: ["audit_events", "invitations", "members"],
    },
    "an expired one": {
      row: "signin unknown denied expired denied denied denied denied  denied denied denied denied  denied denied",
    },
    "a declined one": {
      row: "signin unknown denied declined denied denied denied denied  denied denied denied denied  denied denied",
    },
    "an accepted one": {
      row: "signin unknown denied accepted denied denied denied denied  denied denied denied denied  denied denied",
    },
    "an open link": {
      row: "signin unknown approval approval inside inside inside inside inside inside approval approval approval approval",
    },
    "an open link that lets in at once": {
      row: "signin unknown done   done    inside inside inside inside  inside inside done   done    done   done",
      changes: ["audit_events", "invitations", "members"],
    },
    "an open link without its secret": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "an invitation that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.declineInvitation": {
    "the invitee's": {
      row: "signin unknown denied done    denied denied denied denied  denied denied denied denied  denied denied",
      changes: ["audit_events", "invitations"],
    },
    "an expired one": {
      row: "signin unknown denied expired denied denied denied denied  denied denied denied denied  denied denied",
    },
    "a declined one": {
      row: "signin unknown denied declined denied denied denied denied  denied denied denied denied  denied denied",
    },
    "an open link": {
      row: "signin unknown done   done    inside inside inside inside  inside inside done   done    done   done",
      changes: ["audit_events", "invitations"],
    },
    "an invitation that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.requestToJoin": {
    "a link to somebody else's": {
      row: "signin unknown done   done    inside inside inside inside  inside inside done   done    done   done",
      changes: ["audit_events", "invitation_turns", "join_requests", "mail_outbox"],
    },
    "an open link": {
      row: "signin unknown done   done    inside inside inside inside  inside inside done   done    done   done",
      changes: ["audit_events", "invitation_turns", "join_requests", "mail_outbox"],
    },
    "the link of an expired one": {
      row: "signin unknown expired expired expired expired expired expired expired expired expired expired expired expired",
    },
    "a link that opens nothing": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.listJoinRequests": {
    "the notebook": {
      row: "signin unknown denied denied  denied denied denied denied  requests requests denied denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.acceptJoinRequest": {
    "one that waits": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "invitations", "join_requests", "members", "notification_settings"],
    },
    "a declined one": {
      row: "signin unknown denied denied  denied denied denied denied  answered answered denied denied  denied denied",
    },
    "a request that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "invitations.declineJoinRequest": {
    "one that waits": {
      row: "signin unknown denied denied  denied denied denied denied  done   done   denied denied  denied denied",
      changes: ["audit_events", "join_requests"],
    },
    "a declined one": {
      row: "signin unknown denied denied  denied denied denied denied  answered answered denied denied  denied denied",
    },
    "a request that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
};
