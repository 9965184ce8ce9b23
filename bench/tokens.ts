import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const ISSUER = "https://issuer.bench";
export const AUDIENCE = "bench";
/** The `SECRET_KEY` of all nodes. */
export const SECRET = "the secret of a benchmark";

/** A signing key and the public half that the server process is given. */
export async function createKeys() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: "bench", alg: "ES256" });
  const tokenFor = (subject: string) =>
    new SignJWT({ email: `${subject}@bench.test`, email_verified: true })
      .setProtectedHeader({ alg: "ES256", kid: "bench" })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime("2h")
      .sign(privateKey);
  return { jwk, tokenFor };
}
