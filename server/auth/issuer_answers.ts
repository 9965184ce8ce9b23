import { z } from "zod";
import type { Database } from "../db/database.ts";
import { runInLanguage } from "../words/texts.ts";
import { deleteAccount } from "./account_deletion.ts";
import { readProvenAddress } from "./data.ts";
import { type DeletesPerson, DeletionRefused } from "./deleted_person.ts";
import { composeAccountDeletedLetter } from "./letters.ts";
import { consume, getAccountKey } from "./limits.ts";
import { makeAccessToken, NEW_TOKEN, NEW_TOKEN_PATH } from "./new_access_token.ts";
import type { ProvenBy } from "./proof.ts";

/** The answer to a person whose last sign-in at the issuer is too long ago. */
export const signInAgain = () =>
  Response.json(
    { code: "SIGN_IN_AGAIN", message: "Your last sign-in is too long ago. Sign in again." },
    { status: 403 },
  );

export const createNotSignedIn = () =>
  Response.json({ code: "NOT_SIGNED_IN", message: "You aren't signed in any more." }, { status: 401 });

/** The parsed body of a request; null when it doesn't match the schema. */
export async function readBody<Body extends z.ZodType>(
  request: Request,
  schema: Body,
): Promise<z.infer<Body> | null> {
  const { data } = schema.safeParse(await request.json().catch(() => null));
  return data ?? null;
}

export const createBadRequest = () =>
  Response.json({ code: "INVALID_REQUEST", message: "The request can't be read." }, { status: 400 });

/** Letters and rows: not more of them than with a password. */
const LIMIT = { window: 3600, max: 20 };

/** A user whose account an issuer keeps. `provenBy`: their re-authentication method. */
export type IssuersPerson = { subject: string; provenBy(proof: string): ProvenBy | null };

/** Answers a request for an access token. */
export async function answerNewToken(
  database: Pick<Database, "db">,
  request: Request,
  { subject, baseUrl, provenBy }: IssuersPerson & { baseUrl: string },
): Promise<Response> {
  const wish = await readBody(request, NEW_TOKEN);
  if (!wish) return createBadRequest();
  const { retryAfter } = await consume(
    database.db,
    `account|${NEW_TOKEN_PATH}|${getAccountKey(subject)}`,
    LIMIT,
  );
  if (retryAfter !== null) {
    const problem = { code: "TOO_MANY_ATTEMPTS", message: "Too many attempts. Try again later." };
    return Response.json(problem, { status: 429, headers: { "Retry-After": String(retryAfter) } });
  }
  const by = provenBy(wish.proof);
  if (by === null) return signInAgain();
  const address = await readProvenAddress(database.db, subject);
  const account = { authUserId: subject, email: address?.email ?? null, by };
  const made = await makeAccessToken(database, account, wish, baseUrl);
  if ("token" in made) return Response.json(made);
  const { status, ...problem } = made;
  return Response.json(problem, { status });
}

/** Deletes the account here; the one at the issuer stays. */
export async function answerDeletion(
  database: Pick<Database, "db">,
  request: Request,
  { subject, rooms, provenBy }: IssuersPerson & { rooms: readonly DeletesPerson[] },
): Promise<Response> {
  const body = await readBody(request, z.object({ proof: z.string().max(100) }));
  if (!body) return createBadRequest();
  const by = provenBy(body.proof);
  if (by === null) return signInAgain();
  const address = await readProvenAddress(database.db, subject);
  try {
    const farewell =
      address && runInLanguage(address.language, () => composeAccountDeletedLetter(address.email, by));
    await deleteAccount(database, subject, farewell, rooms);
    return Response.json({ success: true });
  } catch (error) {
    if (!(error instanceof DeletionRefused)) throw error;
    return Response.json({ code: error.code, message: error.message }, { status: 409 });
  }
}
