import { expect, it } from "vitest";
import { getPermissions } from "../../../server/access/permissions.ts";
import { mayAddTasks } from "./may-add-tasks.ts";

it("the roles that may add a task get a button for it", () => {
  for (const role of ["owner", "admin", "member", "clinician", "extended"] as const) {
    const permissions = getPermissions(role);
    expect(mayAddTasks({ permissions, isArchived: false }), role).toBe(
      !["clinician", "extended"].includes(role),
    );
    expect(mayAddTasks({ permissions, isArchived: true }), role).toBe(false);
  }
});
