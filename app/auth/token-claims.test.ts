import { expect, it } from "vitest";
import { userFromToken } from "./token-claims.ts";

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

it("reads who a token speaks for", () => {
  expect(userFromToken(token({ sub: "u1", email: "élise@example.org", name: "Élise Ø" }))).toEqual({
    id: "u1",
    email: "élise@example.org",
    name: "Élise Ø",
  });
});

it.each(["", "abc", "a.b.c", token({ email: "x@example.org" })])("%j speaks for nobody", (text) => {
  expect(userFromToken(text)).toBeNull();
});
