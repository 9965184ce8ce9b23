import { describe, expect, it } from "vitest";
import { spec } from "../../test/spec.ts";
import {
  daysLeft,
  ENDED_MESSAGES,
  expiryText,
  INVITATION_ROLES,
  invitationRoleLabel,
  invitationState,
  maskEmail,
  readEmail,
} from "./rules.ts";
import { invitationFields } from "./schema.ts";

describe("the label of an offered role", () => {
  it.each([
    ["WORK-287", "admin", "Caregiver"],
    ["WORK-288", "member", "Caregiver"],
    ["WORK-289", "extended", "Viewer"],
    ["WORK-290 CORE-159", "owner", "Owner"],
    ["WORK-291", "somebody", "Viewer"],
    ["WORK-291", "", "Viewer"],
    ["WORK-291", "toString", "Viewer"],
  ])("%s %s is %s", (_, role, label) => {
    expect(invitationRoleLabel(role)).toBe(label);
  });
});

describe("the state of an invitation", () => {
  const now = Date.UTC(2026, 10, 20);
  it.each([
    ["WORK-257", "pending", now + 1, "pending"],
    ["CORE-162 CORE-202", "pending", now, "expired"],
    ["CORE-162 CORE-202", "pending", now - 1, "expired"],
    ["WORK-314", "accepted", now - 1, "accepted"],
    ["WORK-314", "declined", now + 1, "declined"],
    ["WORK-314 any other value counts as pending", "something", now + 1, "pending"],
  ])("%s: %s that holds until %i", (_, status, expiresAt, state) => {
    expect(invitationState(status, expiresAt, now)).toBe(state);
  });

  it("has the specification's sentence for each that can't be accepted", () => {
    expect(ENDED_MESSAGES).toEqual({
      accepted: "This invitation has already been accepted.",
      declined: "This invitation has been declined.",
      expired: "This invitation has expired.",
    });
  });

  const day = 24 * 60 * 60 * 1000;
  it.each([
    [14 * day, 14, "Expires in 14 days"],
    [13 * day + 1, 14, "Expires in 14 days"],
    [day + 1, 2, "Expires in 2 days"],
    [day, 1, "Expires in 1 day"],
    [1, 1, "Expires in 1 day"],
    [0, 0, "Expired"],
    [-day, 0, "Expired"],
  ])("shows %i ms as %i whole days", { tags: spec("CORE-205") }, (left, days, text) => {
    expect(daysLeft(now + left, now)).toBe(days);
    expect(expiryText(now + left, now)).toBe(text);
  });
});

describe("an e-mail address", () => {
  it.each([
    ["CORE-189", "  anna@example.org\n", "anna@example.org"],
    ["CORE-190", "Anna.Ä@Example.ORG", "anna.ä@example.org"],
    ["CORE-187", "anna@nowhere", "anna@nowhere"],
    ["CORE-187", "anna.example.org", null],
    ["CORE-187", "", null],
    ["without a name", "@example.org", null],
    ["without a place", "anna@", null],
    ["two in one", "a@b.org,c@d.org", null],
    ["a header's end", "anna@example.org\r\nBcc: eve@example.org", null],
    ["with a display name", "Anna <anna@example.org>", null],
    ["half a character", "an\ud800na@example.org", null],
    ["as long as may be", `${"a".repeat(308)}@example.org`, `${"a".repeat(308)}@example.org`],
    ["longer", `${"a".repeat(309)}@example.org`, null],
  ])("%s: %j", (_, text, email) => {
    expect(readEmail(text)).toBe(email);
  });

  it.each([
    ["anna@example.org", "a•••@example.org"],
    ["a@example.org", "a•••@example.org"],
    ["😀nna@example.org", "😀•••@example.org"],
  ])("%s is shown to others as %s", (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});

describe("the fields of an invitation", () => {
  const read = (fields: object) =>
    invitationFields.safeParse({ email: "anna@example.org", role: "member", ...fields });

  it("offer caregiver, admin and viewer, and never the owner's role", {
    tags: spec("CORE-158 CORE-192 WORK-309"),
  }, () => {
    expect(INVITATION_ROLES).toEqual(["member", "admin", "extended"]);
    for (const role of INVITATION_ROLES) expect(read({ role }).success).toBe(true);
    for (const role of ["owner", "guest"]) expect(read({ role }).success).toBe(false);
  });

  it.each([
    ["CORE-194 none", undefined, ""],
    ["blank", " \n ", ""],
    ["CORE-195 360", "x".repeat(360), "x".repeat(360)],
    ["CORE-195 361", "x".repeat(361), null],
    ["line breaks count once, as in the browser", "x\r\n".repeat(120), "x\n".repeat(120).trim()],
    ["180 letters of two units", "😀".repeat(180), "😀".repeat(180)],
    ["181 letters of two units", "😀".repeat(181), null],
  ])("message: %s", (_, personalMessage, kept) => {
    const { success, data } = read({ personalMessage });
    expect(success ? data.personalMessage : null).toBe(kept);
  });
});
