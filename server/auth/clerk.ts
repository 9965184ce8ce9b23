import type { JWTPayload } from "jose";
import { z } from "zod";
import { PROOF_PURPOSES, type ProofPurpose } from "../../lib/proof-purposes.ts";
import type { Config } from "../config.ts";
import type { AuthParts, AuthProvider } from "./auth_provider.ts";
import { AuthFailure } from "./failure.ts";
import { CONFIRMED_SECONDS } from "./fresh_sign_in.ts";
import {
  answerDeletion,
  answerNewToken,
  createBadRequest,
  createNotSignedIn,
  readBody,
  signInAgain,
} from "./issuer_answers.ts";
import { NEW_TOKEN_PATH } from "./new_access_token.ts";
import { getOwnOrigins } from "./origins.ts";
import { createKeyed, makeProof, readProof } from "./proof.ts";
import { createRemoteKeys } from "./remote_keys.ts";
import { createClaimsReader, createVerifier } from "./verifier.ts";

/** The name of Clerk's token template, and the audience that it writes (CORE-007). */
const TEMPLATE = "convex";

const PROOF_WISH = z.object({ sessionToken: z.string(), purpose: z.enum(PROOF_PURPOSES) });

type ClerkConfig = Extract<Config["auth"], { provider: "clerk" }>;

/** Verifiers for Clerk's tokens: template tokens, which identify users, and session tokens. */
export function createClerkTokens({ issuer, jwksUri }: ClerkConfig) {
  const keys = createRemoteKeys(jwksUri ?? `${issuer.replace(/\/$/, "")}/.well-known/jwks.json`);
  return {
    // The template needs no `email_verified`: Clerk accepts only a verified address as a person's primary one.
    verifyToken: createVerifier({ issuer, audience: TEMPLATE, keys, verifiedByDefault: true }),
    readSessionToken: createClaimsReader({ issuer, audience: null, keys }),
  };
}

/**
 * Sign-in by Clerk's own widgets in the browser; the server verifies template tokens, and session tokens for
 * re-authentication.
 */
export function createClerkProvider(parts: AuthParts, auth: ClerkConfig): AuthProvider {
  const { config, database, secret, log, rooms } = parts;
  const { verifyToken, readSessionToken } = createClerkTokens(auth);
  const keyed = createKeyed(secret);

  /** Re-authentication for a function, from a session token issued just after Clerk verified the user. */
  async function prove(request: Request): Promise<Response> {
    const body = await readBody(request, PROOF_WISH);
    if (!body) return createBadRequest();
    const claims = await readSessionToken(body.sessionToken);
    const until = getConfirmedUntil(claims, getOwnOrigins(config));
    const now = Date.now();
    if (until <= now) return signInAgain();
    return Response.json({
      proof: makeProof(keyed, { subject: claims.sub! }, body.purpose, "issuer", now, until),
    });
  }

  /** The owner of a request's bearer token, and their re-authentication method. */
  async function readPerson(request: Request, purpose: ProofPurpose) {
    const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    const { subject, sessionId } = await verifyToken(token ?? "");
    return {
      subject,
      provenBy: (proof: string) => readProof(keyed, proof, { subject, sessionId }, purpose, Date.now()),
    };
  }

  const routes: Record<string, (request: Request) => Promise<Response>> = {
    "POST /api/auth/confirmation": prove,
    [`POST /api/auth${NEW_TOKEN_PATH}`]: async (request) =>
      answerNewToken(database, request, { ...(await readPerson(request, "token")), baseUrl: config.baseUrl }),
    "POST /api/auth/delete-user": async (request) =>
      answerDeletion(database, request, { ...(await readPerson(request, "deletion")), rooms }),
  };

  return {
    verifyToken,
    async handle(request) {
      const route = routes[`${request.method} ${new URL(request.url).pathname}`];
      if (!route) return new Response("Not Found", { status: 404 });
      return route(request).catch((error: unknown) => {
        if (!(error instanceof AuthFailure)) throw error;
        log.warn({ part: "sign-in", code: error.code, claim: error.claim }, error.message);
        return error.code === "unavailable" ? unavailable() : createNotSignedIn();
      });
    },
    clientSettings: {
      provider: "clerk",
      issuer: auth.issuer,
      publishableKey: auth.publishableKey,
      tokenTemplate: TEMPLATE,
    },
  };
}

/**
 * Until when the claims of a session token count as re-authentication, epoch ms; 0 if they don't. `fva` is the age in
 * whole minutes of the first factor's verification when the token was made; -1 means never. Template tokens have no
 * session and no `fva`.
 */
export function getConfirmedUntil(claims: JWTPayload, origins: readonly string[]): number {
  const { sid, azp, act, sts, fva, iat = 0 } = claims;
  const minutes: unknown = Array.isArray(fva) ? fva[0] : null;
  // `act`: an operator acting as this user. `sts`: the sign-in isn't complete.
  if (typeof sid !== "string" || act !== undefined || sts === "pending") return 0;
  if (azp !== undefined && !origins.includes(String(azp))) return 0;
  if (typeof minutes !== "number" || !Number.isInteger(minutes) || minutes < 0) return 0;
  return (iat - (minutes + 1) * 60 + CONFIRMED_SECONDS) * 1000;
}

const unavailable = () =>
  Response.json(
    { code: "UNAVAILABLE", message: "Your sign-in service can't be reached. Try again in a moment." },
    { status: 503, headers: { "Retry-After": "2" } },
  );
