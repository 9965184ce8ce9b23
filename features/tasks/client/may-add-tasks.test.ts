import { expect, it } from "vitest";
import { grantOf } from "../../../server/access/permissions.ts";
import { takesTasks } from "./may-add-tasks.ts";

it("offers a new task to the roles that may add one", () => {
  for (const userRole of ["owner", "admin", "member", "extended"] as const) {
    expect(takesTasks({ userRole, isArchived: false }), userRole).toBe(
      grantOf(userRole, "tasks.create") !== "no",
    );
    expect(takesTasks({ userRole, isArchived: true })).toBe(false);
  }
});
