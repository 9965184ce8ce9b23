import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeMessage } from "../../../lib/words/message.ts";
import { spec } from "../../../test/spec.ts";
import { describeExpiry } from "../client/expiry.ts";
import { invitationFields } from "./invitation-schema.ts";
import {
  describeInvitationRole,
  ENDED_MESSAGES,
  getDaysLeft,
  getInvitationState,
  INVITATION_ROLES,
  maskEmail,
  readEmail,
  splitAddresses,
} from "./invitations.ts";

describe("the label of an offered role", () => {
  it.each([
    ["WORK-287", "admin", "Caregiver"],
    ["WORK-288", "member", "Caregiver"],
    ["WORK-289", "extended", "Viewer"],
    ["WORK-290 CORE-159", "owner", "Owner"],
    ["WORK-291", "somebody", "Viewer"],
    ["a role that the specification's list doesn't have yet", "clinician", "Clinician"],
    ["WORK-291", "", "Viewer"],
    ["WORK-291", "toString", "Viewer"],
  ])("%s %s is %s", (_, role, label) => {
    expect(describeInvitationRole(role)).toBe(label);
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
    expect(getInvitationState(status, expiresAt, now)).toBe(state);
  });

  it("has the specification's sentence for each that can't be accepted", () => {
    const written = Object.entries(ENDED_MESSAGES).map(([state, message]) => [state, writeMessage(message)]);
    expect(Object.fromEntries(written)).toEqual({
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
    expect(getDaysLeft(now + left, now)).toBe(days);
    expect(describeExpiry(now + left, now)).toBe(text);
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
    ["a server by its number", "a@[127.0.0.1]", null],
    ["a server by its number, without brackets", "a@127.0.0.1", null],
    ["a Cyrillic letter that looks like a Latin one", "аnna@example.org", null],
    ["another place that looks like one", "anna@ехample.org", null],
    ["all in another script", "анна@пример.рф", "анна@пример.рф"],
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

describe("several addresses at once", () => {
  it.each([
    ["one", "anna@example.org", ["anna@example.org"]],
    ["with spaces around it", "  ANNA@example.org ", ["ANNA@example.org"]],
    ["with commas", "a@x.org,b@x.org, c@x.org", ["a@x.org", "b@x.org", "c@x.org"]],
    ["lines and semicolons", "a@x.org\r\nb@x.org;\n\nc@x.org", ["a@x.org", "b@x.org", "c@x.org"]],
    ["doubles, whatever their case", "a@x.org A@X.org", ["a@x.org"]],
    [
      "with names, as mail programs copy them",
      "Anna Keller <a@x.org>, Ben <b@x.org>\nc@x.org",
      ["a@x.org", "b@x.org", "c@x.org"],
    ],
    ["something that is none", "a@x.org, nobody", ["a@x.org", "nobody"]],
    ["nothing", " ,\n", []],
  ])("%s", (_, text, addresses) => {
    expect(splitAddresses(text)).toEqual(addresses);
  });

  it("are found again however they are joined", () => {
    const address = fc.tuple(fc.nat(999), fc.nat(9)).map(([name, host]) => `p${name}@h${host}.org`);
    fc.assert(
      fc.property(
        fc.uniqueArray(address, { maxLength: 25 }),
        fc.array(fc.constantFrom(",", ", ", ";", "\n", "\r\n", " ", " \n, "), {
          minLength: 25,
          maxLength: 25,
        }),
        (addresses, joints) => {
          const text = addresses.map((each, i) => each + joints[i]).join("");
          expect(splitAddresses(text)).toEqual(addresses);
          for (const each of splitAddresses(text)) expect(readEmail(each)).toBe(each);
        },
      ),
    );
  });
});

describe("the fields of an invitation", () => {
  const read = (fields: object) =>
    invitationFields.safeParse({ email: "anna@example.org", role: "member", ...fields });

  it("offer caregiver, admin, clinician and viewer, and never the owner's role", {
    tags: spec("CORE-158 CORE-192 WORK-309"),
  }, () => {
    expect(INVITATION_ROLES).toEqual(["member", "admin", "clinician", "extended"]);
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
