import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A security key in software (Web Authentication Level 2, ES256, attestation "none"). */
class Authenticator {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  /** Whether it asks for a PIN or a finger before it signs. */
  checksOwner = true;
  #counter = 0;

  register(challenge: string, origin: string) {
    const clientData = JSON.stringify({ type: "webauthn.create", challenge, origin });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(origin, HAS_CREDENTIAL), credential]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
    const size = Buffer.alloc(2);
    size.writeUInt16BE(authData.length);
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from("fmt"),
      Buffer.from([0x64]),
      Buffer.from("none"),
      Buffer.from([0x67]),
      Buffer.from("attStmt"),
      Buffer.from([0xa0, 0x68]),
      Buffer.from("authData"),
      Buffer.from([0x59]),
      size,
      authData,
    ]);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      attestationObject: base64url(attestation),
      transports: ["internal"],
    });
  }

  signIn(challenge: string, origin: string) {
    const clientData = JSON.stringify({ type: "webauthn.get", challenge, origin });
    const authData = this.#authData(origin, 0);
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }

  #answer(response: object) {
    const id = base64url(this.#id);
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #authData(origin: string, flags: number): Buffer {
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([
      sha256(new URL(origin).hostname),
      Buffer.from([USER_PRESENT | (this.checksOwner ? USER_VERIFIED : 0) | flags]),
      counter,
    ]);
  }

  /** CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const bytes = (key: number, value: string) =>
      Buffer.concat([Buffer.from([key, 0x58, 32]), Buffer.from(value, "base64url")]);
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      bytes(0x21, x),
      bytes(0x22, y),
    ]);
  }
}

describe("passkeys", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer();
  });
  afterAll(() => server.close());
  const visitor = () => new Visitor(server.url);

  async function register(person: Visitor, authenticator: Authenticator, origin = server.url) {
    const { body } = await person.get("/api/auth/passkey/generate-register-options");
    return person.post("/api/auth/passkey/verify-registration", {
      response: authenticator.register(body.challenge, origin),
      name: "Phone",
    });
  }
  async function signIn(person: Visitor, authenticator: Authenticator, origin = server.url) {
    const { body } = await person.get("/api/auth/passkey/generate-authenticate-options");
    expect(body.userVerification).toBe("required");
    return person.post("/api/auth/passkey/verify-authentication", {
      response: authenticator.signIn(body.challenge, origin),
    });
  }

  it("sign in without a password, and are recorded when they are added, used and removed", async () => {
    const maria = visitor();
    const { body } = await maria.signUp("passkey@example.org");
    const device = new Authenticator();
    expect((await register(maria, device)).status).toBe(200);
    const phone = visitor();
    expect((await signIn(phone, device)).status).toBe(200);
    expect((await server.provider.verifyToken((await phone.token())!)).subject).toBe(body.user.id);

    const { body: listed } = await phone.get("/api/auth/passkey/list-user-passkeys");
    expect(listed).toMatchObject([{ name: "Phone" }]);
    expect((await phone.post("/api/auth/passkey/delete-passkey", { id: listed[0].id })).status).toBe(200);
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
