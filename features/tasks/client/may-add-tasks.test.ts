import { expect, it } from "vitest";
import { permissionsOf } from "../../../server/access/permissions.ts";
import { takesTasks } from "./may-add-tasks.ts";

it("offers a new task to the roles that may add one", () => {
  for (const role of ["owner", "admin", "member", "extended"] as const) {
    const permissions = permissionsOf(role);
    expect(takesTasks({ permissions, isArchived: false }), role).toBe(role !== "extended");
    expect(takesTasks({ permissions, isArchived: true }), role).toBe(false);
  }
});
