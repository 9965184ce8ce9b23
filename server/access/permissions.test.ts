import { describe, expect, it } from "vitest";
import { ROLES } from "../../lib/roles.ts";
import { spec } from "../../test/spec.ts";
import {
  type Grant,
  getGrant,
  getPermissions,
  getPermissionsOnOthers,
  grantCovers,
  NOTEBOOK_ACTIONS,
  type NotebookAction,
} from "./permissions.ts";

const ACTIONS = Object.keys(NOTEBOOK_ACTIONS) as NotebookAction[];

describe("the permission table", () => {
  // viewer, clinician, caregiver, admin, owner: written off docs/spec/decisions.md, "Roles", once more by hand.
  it.each([
    ["CORE-599", "notebook.edit", "no no no yes yes"],
    ["CORE-600", "members.invite", "no no no yes yes"],
    ["CORE-603", "members.remove", "no no no yes yes"],
    ["CORE-605", "notes.create", "no yes yes yes yes"],
    ["what they see", "comments.see", "seen seen seen seen seen"],
    ["CORE-610", "comments.create", "seen seen seen seen seen"],
    ["CORE-611", "attachments.create", "no own yes yes yes"],
    ["CORE-612", "programs.activate", "no yes yes yes yes"],
    ["CORE-613", "members.see", "yes yes yes yes yes"],
    ["the owner's alone", "notebook.archive", "no no no no yes"],
    ["the owner's alone", "notebook.chooseKeeping", "no no no no yes"],
    ["the owner's alone", "notebook.transfer", "no no no no yes"],
    ["the owner's alone", "notebook.delete", "no no no no yes"],
    ["everybody's but the owner's", "notebook.leave", "yes yes yes yes no"],
    ["the person's medical information", "notebook.seePersonInfo", "no yes yes yes yes"],
    ["their own, or shared ones", "notes.edit", "no own own shared shared"],
    ["their own, or shared ones", "notes.delete", "no own own shared shared"],
    ["their own alone", "comments.edit", "own own own own own"],
    ["their own, or what they see", "comments.delete", "own own own seen seen"],
    ["their own, or what they see", "attachments.delete", "own own own seen seen"],
    ["a viewer's assigned ones", "tasks.setStatus", "assigned no seen seen seen"],
    ["no viewer's", "tasks.plan", "no no seen seen seen"],
    ["everybody's but a clinician's", "tasks.beAssigned", "yes no yes yes yes"],
    ["no viewer's and no clinician's", "tasks.create", "no no yes yes yes"],
    ["those they created, or what they see", "tasks.delete", "no no own seen seen"],
    ["those they created, or what they see", "tasks.edit", "no no own seen seen"],
    ["no viewer's", "exports.make", "no seen seen seen seen"],
    ["their own, or what they see", "exports.delete", "no own own seen seen"],
    ["a viewer's own too", "sheets.delete", "own own own seen seen"],
    ["whoever activated it, or managers", "programs.manage", "no own own yes yes"],
    ["whoever uploaded it, or managers", "programs.remove", "no own own yes yes"],
    ["caregivers' where the notebook says so", "plans.edit", "no no switch yes yes"],
    ["no caregiver's", "plans.chooseEditors", "no no no yes yes"],
  ] as const)("%s: %s is %s", (_, action, row) => {
    const roles = ["extended", "clinician", "member", "admin", "owner"] as const;
    expect(roles.map((role) => getGrant(role, action)).join(" ")).toBe(row);
  });

  it("lets an owner do whatever an admin may, but leave", { tags: spec("CORE-597") }, () => {
    const strength: Grant[] = ["no", "switch", "assigned", "own", "shared", "seen", "yes"];
    for (const action of ACTIONS.filter((each) => each !== "notebook.leave")) {
      const [admin, owner] = [getGrant("admin", action), getGrant("owner", action)];
      expect(strength.indexOf(owner), action).toBeGreaterThanOrEqual(strength.indexOf(admin));
    }
  });

  it("knows the roles that lists and forms name", () => {
    for (const action of ACTIONS)
      expect(Object.keys(NOTEBOOK_ACTIONS[action]).sort()).toEqual([...ROLES].sort());
  });

  it("lists the rights that extend to what others made", () => {
    const withRight = (action: NotebookAction) =>
      (["extended", "clinician", "member", "admin", "owner"] as const).filter((role) =>
        getPermissionsOnOthers(role).includes(action),
      );
    expect(withRight("comments.delete")).toEqual(["admin", "owner"]);
    expect(withRight("comments.edit")).toEqual([]);
    expect(withRight("tasks.setStatus")).toEqual(["member", "admin", "owner"]);
    expect(withRight("programs.manage")).toEqual(["admin", "owner"]);
  });

  it("lets caregivers write plans where the notebook says so", () => {
    const [on, off] = [{ caregiversEditPlans: true }, { caregiversEditPlans: false }];
    expect(getPermissions("member")).not.toContain("plans.edit");
    expect(getPermissions("member", off)).not.toContain("plans.edit");
    expect(getPermissions("member", on)).toContain("plans.edit");
    expect(getPermissionsOnOthers("member", on)).toContain("plans.edit");
    for (const role of ["clinician", "extended"] as const)
      expect(getPermissions(role, on)).not.toContain("plans.edit");
    expect(getPermissions("member", on)).not.toContain("plans.chooseEditors");
  });

  it("gives caregivers, clinicians and viewers none of an admin's rights over people", {
    tags: spec("CORE-606 CORE-608"),
  }, () => {
    for (const role of ["member", "clinician", "extended"] as const) {
      const may = getPermissions(role);
      for (const action of [
        "notebook.edit",
        "members.invite",
        "members.remove",
        "members.changeRole",
      ] as const) {
        expect(may).not.toContain(action);
      }
    }
  });
});

describe("what a grant covers", () => {
  const things = {
    "own and private": { seen: true, own: true, isPrivate: true },
    "own but hidden since": { seen: false, own: true, isPrivate: false },
    "somebody's, seen": { seen: true, own: false, isPrivate: false },
    "somebody's, private": { seen: false, own: false, isPrivate: true },
    "seen though private": { seen: true, own: false, isPrivate: true },
    "seen and assigned": { seen: true, own: false, isPrivate: false, assigned: true },
    "assigned but hidden": { seen: false, own: false, isPrivate: true, assigned: true },
    "private and hidden, switched on": { seen: false, own: false, isPrivate: true, isSwitchedOn: true },
    "private and seen, switched on": { seen: true, own: false, isPrivate: true, isSwitchedOn: true },
  };
  it.each([
    ["yes", Object.keys(things)],
    [
      "seen",
      [
        "own and private",
        "somebody's, seen",
        "seen though private",
        "seen and assigned",
        "private and seen, switched on",
      ],
    ],
    ["own", ["own and private"]],
    ["shared", ["own and private", "somebody's, seen", "seen and assigned"]],
    ["assigned", ["seen and assigned"]],
    ["switch", ["private and seen, switched on"]],
    ["no", []],
  ] as const)("%s", (grant, reached) => {
    const names = Object.entries(things)
      .filter(([, thing]) => grantCovers(grant, thing))
      .map(([name]) => name);
    expect(names).toEqual(reached);
  });
});
