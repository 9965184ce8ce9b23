import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { HOUR } from "../../lib/dates/time.ts";

/** The key of this deployment's signatures for push services (RFC 8292). */
export type VapidKey = {
  /** The uncompressed point of P-256 in base64url, which browsers need to subscribe. */
  publicKey: string;
  privateJwk: JWK;
};

export async function createVapidKey(): Promise<VapidKey> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const privateJwk = await exportJWK(pair.privateKey);
  return { publicKey: getPublicKey(privateJwk), privateJwk };
}

function getPublicKey({ x = "", y = "" }: JWK): string {
  return Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString(
    "base64url",
  );
}

/** Push services refuse tokens that are good for more than 24 hours; Apple's wants less. */
const GOOD_FOR_MS = 12 * HOUR;
/** A token is used for this long, so that at its last use it is still good for an hour. */
const USED_FOR_MS = 11 * HOUR;

/** Makes the `Authorization` of requests to push services, one an origin, used again for some hours. */
export function createAuthorization(
  { publicKey, privateJwk }: VapidKey,
  contact: string,
): (origin: string, now: number) => Promise<string> {
  const key = importJWK(privateJwk, "ES256");
  const tokens = new Map<string, { madeAt: number; header: Promise<string> }>();

  async function sign(origin: string, now: number): Promise<string> {
    const token = await new SignJWT()
      .setProtectedHeader({ typ: "JWT", alg: "ES256" })
      .setAudience(origin)
      .setSubject(contact)
      .setExpirationTime(Math.floor((now + GOOD_FOR_MS) / 1000))
      .sign(await key);
    return `vapid t=${token}, k=${publicKey}`;
  }

  return (origin, now) => {
    const known = tokens.get(origin);
    if (known && now >= known.madeAt && now - known.madeAt < USED_FOR_MS) return known.header;
    const header = sign(origin, now);
    tokens.set(origin, { madeAt: now, header });
    return header;
  };
}
