import { expect, it } from "vitest";
import { createIssuer } from "../../test/tokens.ts";
import { cacheVerifications } from "./remembering.ts";

const someone = { subject: "s", email: "s@example.org", name: "S" };

it("checks the signature of a token once, and of an invalid token each time", async () => {
  const issuer = await createIssuer();
  let checks = 0;
  const verify = cacheVerifications((token) => {
    checks++;
    return issuer.verifyToken(token);
  });
  const token = await issuer.tokenFor(someone);
  await verify(token);
  expect((await verify(token)).subject).toBe("s");
  expect(checks).toBe(1);
  await expect(verify(`${token}x`)).rejects.toThrow();
  await expect(verify(`${token}x`)).rejects.toThrow();
  expect(checks).toBe(3);
});

it("checks an expired token each time", async () => {
  const issuer = await createIssuer();
  const ended = { ...(await issuer.verifyToken(await issuer.tokenFor(someone))), expiresAt: Date.now() - 1 };
  let checks = 0;
  const verify = cacheVerifications(async () => {
    checks++;
    return ended;
  });
  await verify("token");
  await verify("token");
  expect(checks).toBe(2);
});
