import { decodeJwt } from "jose";
import { z } from "zod";
import { PROOF_PURPOSES, type ProofPurpose } from "../../lib/proof-purposes.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";
import { confirmOidcSession, readOidcPerson, recordEvent } from "./data.ts";
import type { DeletesPerson } from "./deleted_person.ts";
import { AuthFailure } from "./failure.ts";
import { CONFIRMED_SECONDS, findStaleSignIn, type NotFresh } from "./fresh_sign_in.ts";
import {
  answerDeletion,
  answerNewToken,
  createBadRequest,
  createNotSignedIn,
  type IssuersPerson,
  readBody,
  signInAgain,
} from "./issuer_answers.ts";
import { type Attempts, getSafeReturnPath } from "./oidc_attempt.ts";
import { createAttempt, type SignInAttempt, type Tokens } from "./oidc_client.ts";
import { type Keyed, makeProof, readProof } from "./proof.ts";

type Parts = {
  db: Database["db"];
  log: Logger;
  rooms: readonly DeletesPerson[];
  clock: Clock;
  keyed: Keyed;
  baseUrl: string;
  attempts: Attempts;
  /** The id of the session in the browser's cookie. */
  sessionIdOf: (request: Request) => string | null;
  seal: (tokens: Tokens) => string;
  unseal: (sealed: string) => Tokens | null;
};

/** The page for a user who returns so late that the page they left is no longer known. */
export const LATE_PATH = "/account?again=late";

/**
 * A second sign-in at the issuer, where other users are asked for their password (docs/how/re-authentication-by-the-issuer.md). It confirms one
 * session for ten minutes, and makes none.
 */
export function createConfirmation(parts: Parts) {
  const { db, log, rooms, clock, keyed, baseUrl, attempts, sessionIdOf, seal, unseal } = parts;

  const getPerson = (request: Request) => {
    const sessionId = sessionIdOf(request);
    return sessionId === null ? null : readOidcPerson(db, sessionId);
  };

  /** Redirects to the page that the user left, which shows an {@link AuthFailure}; throws any other error. */
  const comeBack = async (returnTo: string, work: () => Promise<Response | NotFresh | "done">) => {
    const outcome = await work().catch((error: unknown): NotFresh => {
      if (!(error instanceof AuthFailure)) throw error;
      log.warn({ part: "sign-in", code: error.code, claim: error.claim }, error.message);
      return error.code === "unavailable" ? "unavailable" : "refused";
    });
    if (outcome instanceof Response) return outcome;
    if (outcome === "untimed")
      log.warn({ part: "sign-in", claim: "auth_time" }, "The issuer doesn't say when people signed in.");
    return attempts.leave(pathAfter(returnTo, outcome));
  };

  /** Answers a request that needs re-authentication: it counts only in the session that was confirmed. */
  async function withProof(
    request: Request,
    purpose: ProofPurpose,
    answer: (person: IssuersPerson) => Promise<Response>,
  ): Promise<Response> {
    const person = await getPerson(request);
    if (!person) return createNotSignedIn();
    const { subject, seconds } = person;
    const provenBy = (proof: string) =>
      seconds > 0 ? readProof(keyed, proof, { subject }, purpose, clock.now()) : null;
    return answer({ subject, provenBy });
  }

  return {
    /** Has the person of this session sign in at the issuer again. */
    start(request: Request, url: URL): Promise<Response> {
      const returnTo = getSafeReturnPath(url.searchParams.get("returnTo"));
      return comeBack(returnTo, async () => {
        const [sessionId, person] = [sessionIdOf(request), await getPerson(request)];
        const tokens = person && unseal(person.sealed);
        if (!sessionId || !tokens) return "ended";
        const { email } = decodeJwt(tokens.idToken);
        const hint = typeof email === "string" ? email : null;
        const { subject } = person;
        return attempts.begin(createAttempt(returnTo, clock.now(), { sessionId, subject, hint }));
      });
    },

    /** Confirms the session that began the sign-in, when the same user returns to it and has just signed in. */
    finish(
      request: Request,
      url: URL,
      attempt: SignInAttempt,
      confirms: NonNullable<SignInAttempt["confirms"]>,
    ) {
      return comeBack(attempt.returnTo, async () => {
        const error = url.searchParams.get("error");
        if (error !== null) return CANCELLED.includes(error) ? "cancelled" : "refused";
        const { tokens, claims } = await attempts.redeem(attempt, url);
        const { subject, sessionId } = confirms;
        const failure = findStaleSignIn(claims, subject, clock.now());
        if (failure) return failure;
        if (sessionIdOf(request) !== sessionId) return "ended";
        const session = { id: sessionId, subject, sealed: seal(tokens), seconds: CONFIRMED_SECONDS };
        return db.transaction().execute(async (trx) => {
          if (!(await confirmOidcSession(trx, session))) return "ended";
          const details = { method: "openid connect" };
          await recordEvent(trx, { type: "account.signedInAgain", authUserId: subject, details });
          return "done";
        });
      });
    },

    /** For how many seconds the session stays confirmed. */
    async read(request: Request): Promise<Response> {
      const person = await getPerson(request);
      return person ? Response.json({ seconds: person.seconds }) : createNotSignedIn();
    },

    /** Returns a proof of re-authentication for a function that needs one. */
    async prove(request: Request): Promise<Response> {
      const person = await getPerson(request);
      if (!person) return createNotSignedIn();
      const body = await readBody(request, z.object({ purpose: z.enum(PROOF_PURPOSES) }));
      if (!body) return createBadRequest();
      const { subject, seconds } = person;
      if (seconds === 0) return signInAgain();
      const now = clock.now();
      const last = now + seconds * 1000;
      return Response.json({ proof: makeProof(keyed, { subject }, body.purpose, "issuer", now, last) });
    },

    /** Makes an access token. */
    makeToken: (request: Request) =>
      withProof(request, "token", (person) => answerNewToken({ db }, request, { ...person, baseUrl })),

    /** Deletes the account here. */
    deleteAccount: (request: Request) =>
      withProof(request, "deletion", (person) => answerDeletion({ db }, request, { ...person, rooms })),
  };
}

/** An issuer's errors when the user doesn't sign in (OpenID Connect Core 1.0, 3.1.2.6). */
const CANCELLED = ["access_denied", "login_required", "interaction_required"];

/** The page that the user left, with the outcome of their sign-in. */
function pathAfter(returnTo: string, outcome: NotFresh | "done"): string {
  const url = new URL(returnTo, "http://localhost");
  url.searchParams.set("again", outcome);
  return url.pathname + url.search + url.hash;
}
