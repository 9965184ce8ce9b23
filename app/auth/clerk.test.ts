import { expect, it } from "vitest";
import { getClerkDomain } from "./clerk.ts";

it.each(["test", "live"])("reads the instance's address from a %s key", (kind) => {
  expect(getClerkDomain(`pk_${kind}_${btoa("clerk.example.org$")}`)).toBe("clerk.example.org");
});
