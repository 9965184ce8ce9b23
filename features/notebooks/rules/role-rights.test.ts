import { describe, expect, it } from "vitest";
import { NOTEBOOK_ACTIONS, type NotebookAction } from "../../../server/access/permissions.ts";
import { getRoleRights, getRoleRightsInBrief } from "./role-rights.ts";

type Assignable = Parameters<typeof getRoleRights>[0];
const ROLES: Assignable[] = ["admin", "member", "clinician", "extended"];
const may = (role: Assignable, action: NotebookAction) => NOTEBOOK_ACTIONS[action][role] === "yes";

describe("the words about roles agree with the permission table", () => {
  // An admin's words add to those of caregivers.
  const getFull = (role: Assignable) =>
    role === "admin" ? `${getRoleRights("member")}, ${getRoleRights(role)}` : getRoleRights(role);
  const getBrief = (role: Assignable) =>
    role === "admin"
      ? `${getRoleRightsInBrief("member")}. ${getRoleRightsInBrief(role)}`
      : getRoleRightsInBrief(role);

  it.each(ROLES)("about medicines: %s", (role) => {
    for (const words of [getFull(role), getBrief(role)]) {
      expect(/gives? medicines/.test(words), words).toBe(may(role, "doses.give"));
      expect(/gives? no medicines/.test(words), words).toBe(!may(role, "doses.give"));
      expect(/plans? medicines/.test(words), words).toBe(may(role, "plans.edit"));
    }
  });

  it.each(ROLES)("about notes, information and people: %s", (role) => {
    for (const words of [getFull(role), getBrief(role)])
      expect(/writes? (own )?notes/i.test(words), words).toBe(may(role, "notes.create"));
    expect(getFull(role).includes("all information"), getFull(role)).toBe(
      may(role, "notebook.seePersonInfo"),
    );
    expect(getFull(role).includes("edit the notebook"), getFull(role)).toBe(may(role, "notebook.edit"));
    expect(/invites? people/.test(getFull(role)), getFull(role)).toBe(may(role, "members.invite"));
    expect(/invites$/.test(getBrief(role)), getBrief(role)).toBe(may(role, "members.invite"));
  });
});
