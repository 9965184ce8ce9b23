import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Authenticator, addPasskey, proofHeader, signInByPasskey } from "../../test/authenticator.ts";
import { type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";

describe("passkeys", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer();
  });
  afterAll(() => server.close());
  const visitor = () => new Visitor(server.url);

  const register = (person: Visitor, authenticator: Authenticator, password?: string | null) =>
    addPasskey(person, authenticator, server.url, password);
  const signIn = (person: Visitor, authenticator: Authenticator, origin = server.url) =>
    signInByPasskey(person, authenticator, origin);

  it("are added and removed only with the password of a moment ago, for this purpose", async () => {
    const maria = visitor();
    await maria.signUp("proven@example.org");
    const stolen = new Authenticator();
    const refused = { status: 403, body: { code: "INVALID_PROOF" } };
    expect(await register(maria, stolen, null)).toMatchObject(refused);
    expect(await register(maria, stolen, "wrong horse")).toMatchObject(refused);
    const { body } = await maria.get("/api/auth/passkey/generate-register-options");
    const wish = { response: stolen.register(body.challenge, server.url), name: "Phone" };
    const forTokens = await proofHeader(maria, "token");
    expect(await maria.post("/api/auth/passkey/verify-registration", wish, forTokens)).toMatchObject(refused);
    expect((await signIn(visitor(), stolen)).status).toBe(401);

    expect((await register(maria, stolen)).status).toBe(200);
    const [{ id }] = (await maria.get("/api/auth/passkey/list-user-passkeys")).body;
    expect(await maria.post("/api/auth/passkey/delete-passkey", { id })).toMatchObject(refused);
    const forAdding = await proofHeader(maria, "passkey");
    expect(await maria.post("/api/auth/passkey/delete-passkey", { id }, forAdding)).toMatchObject(refused);
    expect((await signIn(visitor(), stolen)).status).toBe(200);
  });

  it("sign in without a password, and are recorded when they are added, used and removed", async () => {
    const maria = visitor();
    const { body } = await maria.signUp("passkey@example.org");
    const device = new Authenticator();
    expect((await register(maria, device)).status).toBe(200);
    const phone = visitor();
    const options = await phone.get("/api/auth/passkey/generate-authenticate-options");
    expect(options.body.userVerification).toBe("required");
    expect((await signIn(phone, device)).status).toBe(200);
    expect((await server.provider.verifyToken((await phone.token())!)).subject).toBe(body.user.id);

    const { body: listed } = await phone.get("/api/auth/passkey/list-user-passkeys");
    expect(listed).toMatchObject([{ name: "Phone" }]);
    const removal = await proofHeader(phone, "passkey-removal");
    const removed = await phone.post("/api/auth/passkey/delete-passkey", { id: listed[0].id }, removal);
    expect(removed.status).toBe(200);
    expect((await signIn(visitor(), device)).status).toBe(401);
    const { rows } = await server.database.pool.query(
      "select event_type, details->>'method' as method from audit_events where target_id = $1 order by created_at, id",
      [body.user.id],
    );
    expect(rows.slice(2)).toEqual([
      { event_type: "account.passkeyAdded", method: null },
      { event_type: "account.signedIn", method: "passkey" },
      { event_type: "account.passkeyRemoved", method: null },
    ]);
  });

  it("are refused for another site's page, and when the challenge is used twice", async () => {
    const maria = visitor();
    await maria.signUp("phished@example.org");
    const device = new Authenticator();
    await register(maria, device);
    expect((await signIn(visitor(), device, "https://evil.example")).status).toBe(400);
    const replaying = visitor();
    const { body } = await replaying.get("/api/auth/passkey/generate-authenticate-options");
    const response = device.signIn(body.challenge, server.url);
    const once = await replaying.post("/api/auth/passkey/verify-authentication", { response });
    expect(once.status).toBe(200);
    expect((await replaying.post("/api/auth/passkey/verify-authentication", { response })).status).toBe(400);
  });

  it("are refused from a device that doesn't verify its owner", async () => {
    const maria = visitor();
    await maria.signUp("pinless@example.org");
    const device = new Authenticator();
    device.checksOwner = false;
    const early = await register(maria, device);
    expect([early.status, early.body.code]).toEqual([401, "USER_NOT_VERIFIED"]);
    device.checksOwner = true;
    expect((await register(maria, device)).status).toBe(200);
    device.checksOwner = false;
    const phone = visitor();
    const late = await signIn(phone, device);
    expect([late.status, late.body.code]).toEqual([401, "USER_NOT_VERIFIED"]);
    expect(await phone.token()).toBeNull();
  });
});
