import { describe, expect, it } from "vitest";
import { NOTEBOOK_ACTIONS, type NotebookAction } from "../../../server/access/permissions.ts";
import { ROLE_RIGHTS, ROLE_RIGHTS_IN_BRIEF } from "./roles.ts";

type Assignable = keyof typeof ROLE_RIGHTS;
const ROLES = Object.keys(ROLE_RIGHTS) as Assignable[];
const may = (role: Assignable, action: NotebookAction) => NOTEBOOK_ACTIONS[action][role] === "yes";

describe("the words about roles agree with the permission table", () => {
  // An admin's words add to those of caregivers.
  const FULL = { ...ROLE_RIGHTS, admin: `${ROLE_RIGHTS.member}, ${ROLE_RIGHTS.admin}` };
  const BRIEF = {
    ...ROLE_RIGHTS_IN_BRIEF,
    admin: `${ROLE_RIGHTS_IN_BRIEF.member}. ${ROLE_RIGHTS_IN_BRIEF.admin}`,
  };

  it.each(ROLES)("about medicines: %s", (role) => {
    for (const words of [FULL[role], BRIEF[role]]) {
      expect(/gives? medicines/.test(words), words).toBe(may(role, "doses.give"));
      expect(/gives? no medicines/.test(words), words).toBe(!may(role, "doses.give"));
      expect(/plans? medicines/.test(words), words).toBe(may(role, "plans.edit"));
    }
  });

  it.each(ROLES)("about notes, information and people: %s", (role) => {
    for (const words of [FULL[role], BRIEF[role]])
      expect(/writes? (own )?notes/i.test(words), words).toBe(may(role, "notes.create"));
    expect(FULL[role].includes("all information"), FULL[role]).toBe(may(role, "notebook.seePersonInfo"));
    expect(FULL[role].includes("edit the notebook"), FULL[role]).toBe(may(role, "notebook.edit"));
    expect(/invites? people/.test(FULL[role]), FULL[role]).toBe(may(role, "members.invite"));
    expect(/invites$/.test(BRIEF[role]), BRIEF[role]).toBe(may(role, "members.invite"));
  });
});
