import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { PROOF_HEADER } from "../lib/proof-purposes.ts";
import type { Visitor } from "./visitor.ts";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A security key in software (Web Authentication Level 2, ES256, attestation "none"). */
export class Authenticator {
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

/** Adds a passkey; with the password it proves first that it is them. */
export async function addPasskey(
  person: Visitor,
  authenticator: Authenticator,
  origin: string,
  password: string | null = "correct horse",
) {
  const proof = await proofHeader(person, "passkey", password);
  const { body } = await person.get("/api/auth/passkey/generate-register-options");
  const wish = { response: authenticator.register(body.challenge, origin), name: "Phone" };
  return person.post("/api/auth/passkey/verify-registration", wish, proof);
}

/** Signs in with a passkey. */
export async function signInByPasskey(person: Visitor, authenticator: Authenticator, origin: string) {
  const { body } = await person.get("/api/auth/passkey/generate-authenticate-options");
  return person.post("/api/auth/passkey/verify-authentication", {
    response: authenticator.signIn(body.challenge, origin),
  });
}

/** The header with a proof for a purpose; none without a password. */
export async function proofHeader(
  person: Visitor,
  purpose: string,
  password: string | null = "correct horse",
): Promise<Record<string, string>> {
  if (password === null) return {};
  const { body } = await person.post("/api/auth/password-proof", { password, purpose });
  return { [PROOF_HEADER]: body.proof ?? "" };
}
