import { expect, it } from "vitest";
import { spec } from "../../test/spec.ts";
import { clerkDomain } from "./clerk.ts";

it.each(["test", "live"])(
  "reads the instance's address from a %s key",
  { tags: spec("CORE-001") },
  (kind) => {
    expect(clerkDomain(`pk_${kind}_${btoa("clerk.example.org$")}`)).toBe("clerk.example.org");
  },
);
