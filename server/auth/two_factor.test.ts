import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUICK_PASSWORDS, type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";
import { codeOf, fromBase32 } from "../../test/totp.ts";

describe("two-factor codes", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer({ passwords: QUICK_PASSWORDS, config: () => ({ trustProxy: true }) });
  });
  afterAll(() => server.close());
  const visitor = () => new Visitor(server.url);

  /** Somebody with an authenticator app set up. */
  async function protectedPerson(email: string) {
    const maria = visitor();
    const { body } = await maria.signUp(email);
    const { body: setup } = await maria.post("/api/auth/two-factor/enable", { password: "correct horse" });
    await maria.post("/api/auth/two-factor/verify-totp", { code: codeOf(setup.totpURI) });
    return {
      maria,
      id: body.user.id as string,
      totpUri: setup.totpURI as string,
      backupCodes: setup.backupCodes as string[],
    };
  }
  const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  it("gives a session only with password and code, and records only the completed sign-in", async () => {
    const { id, totpUri } = await protectedPerson("totp@example.org");
    const phone = visitor();
    const first = await phone.signIn("totp@example.org");
    expect(first.body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    expect(await phone.token()).toBeNull();
    expect(
      (await phone.post("/api/auth/two-factor/verify-totp", { code: wrongCode(codeOf(totpUri)) })).status,
    ).toBe(401);
    expect(await phone.token()).toBeNull();
    expect((await phone.post("/api/auth/two-factor/verify-totp", { code: codeOf(totpUri) })).status).toBe(
      200,
    );
    expect((await server.provider.verifyToken((await phone.token())!)).subject).toBe(id);

    const { rows } = await server.database.pool.query(
      "select event_type, details->>'method' as method from audit_events where target_id = $1 order by created_at, id",
      [id],
    );
    expect(rows).toEqual([
      { event_type: "account.signedUp", method: null },
      { event_type: "account.signedIn", method: "password" },
      { event_type: "account.twoFactorEnabled", method: null },
      { event_type: "account.signedIn", method: "authenticator code" },
    ]);
  });

  it("accepts each backup code once", async () => {
    const { backupCodes } = await protectedPerson("backup@example.org");
    const redeemBackupCode = async () => {
      const phone = visitor();
      await phone.signIn("backup@example.org");
      return (await phone.post("/api/auth/two-factor/verify-backup-code", { code: backupCodes[0] })).status;
    };
    expect(await redeemBackupCode()).toBe(200);
    expect(await redeemBackupCode()).toBe(401);
  });

  it("locks the second factor after ten wrong codes, across any number of sign-ins", async () => {
    const { totpUri } = await protectedPerson("locked@example.org");
    let attempts = 0;
    const attempt = async (code: string) => {
      // From many networks: from one, sign-ins that aren't completed reach the limit of wrong passwords first.
      const phone = new Visitor(server.url, { "x-forwarded-for": `198.51.100.${++attempts}` });
      await phone.signIn("locked@example.org");
      return (await phone.post("/api/auth/two-factor/verify-totp", { code })).status;
    };
    for (let count = 0; count < 10; count += 1) expect(await attempt(wrongCode(codeOf(totpUri)))).toBe(401);
    expect(await attempt(codeOf(totpUri))).toBe(429);
  });

  it("keeps the authenticator's secret and the backup codes encrypted", async () => {
    const { totpUri, backupCodes, id } = await protectedPerson("sealed@example.org");
    const { rows } = await server.database.pool.query(
      `select secret, "backupCodes" from auth."twoFactor" where "userId" = $1`,
      [id],
    );
    const secret = fromBase32(new URL(totpUri).searchParams.get("secret")!).toString();
    expect(rows[0].secret).not.toContain(secret);
    expect(rows[0].backupCodes).not.toContain(backupCodes[0]);
  });

  it("are switched off only with the password", async () => {
    const { maria } = await protectedPerson("off@example.org");
    expect((await maria.post("/api/auth/two-factor/disable", { password: "wrong password" })).status).toBe(
      400,
    );
    expect((await maria.post("/api/auth/two-factor/disable", { password: "correct horse" })).status).toBe(
      200,
    );
    expect((await visitor().signIn("off@example.org")).body.twoFactorRedirect).toBeUndefined();
  });
});
