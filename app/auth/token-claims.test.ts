import { expect, it } from "vitest";
import { getUserFromToken } from "./token-claims.ts";

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

it("reads the user's id, e-mail address and name from a token", () => {
  expect(getUserFromToken(token({ sub: "u1", email: "élise@example.org", name: "Élise Ø" }))).toEqual({
    id: "u1",
    email: "élise@example.org",
    name: "Élise Ø",
  });
});

it.each(["", "abc", "a.b.c", token({ email: "x@example.org" })])("%j isn't a token of any user", (text) => {
  expect(getUserFromToken(text)).toBeNull();
});
