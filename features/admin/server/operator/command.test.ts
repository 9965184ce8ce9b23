import { describe, expect, it } from "vitest";
import { OperatorError, readCommand } from "./command.ts";

describe("the operator's command line", () => {
  it.each([
    ["promote Olga@Example.org", { name: "promote", email: "olga@example.org", isSuper: false }],
    ["promote olga@example.org --super", { name: "promote", email: "olga@example.org", isSuper: true }],
    [
      "promote olga@example.org --unproven",
      { name: "promote", email: "olga@example.org", isSuper: false, evenUnproven: true },
    ],
    [
      "add-member abc234 olga@example.org admin --unproven",
      {
        name: "add-member",
        notebook: "abc234",
        email: "olga@example.org",
        role: "admin",
        evenUnproven: true,
      },
    ],
    ["confirm-address olga@example.org", { name: "confirm-address", email: "olga@example.org" }],
    ["demote olga@example.org", { name: "demote", email: "olga@example.org" }],
    [
      "add-member abc234 olga@example.org Caregiver",
      { name: "add-member", notebook: "abc234", email: "olga@example.org", role: "member" },
    ],
    [
      "add-member abc234 olga@example.org viewer",
      { name: "add-member", notebook: "abc234", email: "olga@example.org", role: "extended" },
    ],
    [
      "add-member abc234 lee@example.org clinician",
      { name: "add-member", notebook: "abc234", email: "lee@example.org", role: "clinician" },
    ],
    ["list-notebooks olga@example.org", { name: "list-notebooks", email: "olga@example.org" }],
    ["list-admins", { name: "list-admins" }],
    ["rotate-keys", { name: "rotate-keys" }],
    ["destroy-key abc234", { name: "destroy-key", notebook: "abc234" }],
  ])("reads %s", (line, command) => {
    expect(readCommand(line.split(" "))).toEqual(command);
  });

  it.each([
    ["", "A command is missing."],
    ["crown olga@example.org", "There is no command crown."],
    ["promote", "promote takes 1 word, not 0."],
    ["promote olga", "olga isn't an e-mail address."],
    ["demote olga@example.org --super", "--super isn't known here."],
    ["demote olga@example.org --unproven", "--unproven isn't known here."],
    ["add-member abc234 olga@example.org", "add-member takes 3 words, not 2."],
    ["rotate-keys now", "rotate-keys takes 0 words, not 1."],
    ["destroy-key", "destroy-key takes 1 word, not 0."],
    ["destroy-key abc234 --super", "--super isn't known here."],
    [
      "add-member abc234 olga@example.org owner",
      "owner isn't a role: caregiver, admin, clinician or viewer.",
    ],
  ])("refuses %s", (line, message) => {
    const words = line.split(" ").filter((word) => word !== "");
    expect(() => readCommand(words)).toThrow(new OperatorError(message));
  });
});
