import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import { hashPassword } from "better-auth/crypto";
import { ConvexHttpClient } from "convex/browser";
import { insertMember } from "../../features/members/server/data.ts";
import { api } from "../../lib/api.ts";
import type { ProofPurpose } from "../../lib/proof-purposes.ts";
import type { Role } from "../../server/access/permissions.ts";
import type { RunningNode } from "./running-node.ts";
import { today } from "./tasks.ts";

export const PASSWORD = "correct horse battery";

/** A person with an account, signed in in a separate browser context. */
export type Person = {
  name: string;
  email: string;
  userId: string;
  context: BrowserContext;
  /** The person's client without a browser, to prepare a test. */
  http: ConvexHttpClient;
  /** Types the password once more in the session of `http`; returns the proof for a function that asks for one. */
  prove: (purpose: ProofPurpose) => Promise<string>;
  /** Signs `http` in with a session of its own: the browser's is over, and with it the token that `http` had. */
  signInHttp: () => Promise<void>;
};

let count = 0;
/** An e-mail address that no account has. */
export const newEmail = (name: string) =>
  `${name.toLowerCase().replace(/\W+/g, "-")}.${Date.now()}.${++count}@example.org`;

/** An account, and the cookie that signs its person in. */
type Account = Omit<Person, "context"> & { cookie: { name: string; value: string; url: string } };

/** The hash is slow on purpose, so everybody has the same password and it is computed once. */
let hashed: Promise<string> | undefined;

/**
 * Creates an account with a verified address, {@link PASSWORD} and a session, directly in the database. The screens
 * and mails of sign-up have tests of their own.
 */
export async function makeAccount(node: RunningNode, name: string, email = newEmail(name)): Promise<Account> {
  hashed ??= hashPassword(PASSWORD);
  const { pool } = node.database();
  const sub = randomUUID();
  await pool.query(
    `with person as (
       insert into auth."user" (id, name, email, "emailVerified") values ($1, $2, $3, true) returning id)
     insert into auth.account (id, "accountId", "providerId", "userId", password, "updatedAt")
     select id, id, 'credential', id, $4, now() from person`,
    [sub, name, email, await hashed],
  );
  const { value, token } = await makeSession(node, sub);
  const cookie = { name: SESSION_COOKIE, value, url: node.url };
  const http = new ConvexHttpClient(node.url, { logger: false });
  http.setAuth(token);
  const userId = await http.mutation(api.users.syncUser, { clerkUserId: sub, email, name });
  const prove = async (purpose: ProofPurpose): Promise<string> => {
    const proven = await fetch(`${node.url}/api/auth/password-proof`, {
      method: "POST",
      headers: { cookie: `${cookie.name}=${value}`, "content-type": "application/json" },
      body: JSON.stringify({ password: PASSWORD, purpose }),
    });
    return (await proven.json()).proof;
  };
  const signInHttp = async () => http.setAuth((await makeSession(node, sub)).token);
  return { name, email, userId, http, prove, signInHttp, cookie };
}

const SESSION_COOKIE = "carediary.session_token";

/** Adds a session of an account to the database; the value of its cookie, and a token. */
async function makeSession(node: RunningNode, sub: string): Promise<{ value: string; token: string }> {
  const id = randomUUID();
  await node.database().pool.query(
    `insert into auth.session (id, token, "userId", "expiresAt", "updatedAt")
     values ($1, $1, $2, now() + interval '14 days', now())`,
    [id, sub],
  );
  const value = encodeURIComponent(`${id}.${await node.signature(id)}`);
  const answer = await fetch(`${node.url}/api/auth/token`, {
    headers: { cookie: `${SESSION_COOKIE}=${value}` },
  });
  if (!answer.ok) throw new Error(`The session was refused with ${answer.status}: ${await answer.text()}`);
  return { value, token: (await answer.json()).token };
}

/** Creates an account and puts its session into a new browser context. */
export async function signUpPerson(
  node: RunningNode,
  browser: Browser,
  name: string,
  options: BrowserContextOptions = {},
  email = newEmail(name),
): Promise<Person> {
  const context = await browser.newContext({ baseURL: node.url, ...options });
  const { cookie, ...account } = await makeAccount(node, name, email);
  await context.addCookies([cookie]);
  return { ...account, context };
}

/** Creates a notebook of this owner; returns it with the id that addresses show. */
export async function notebookOf(
  owner: Pick<Person, "http">,
  fullName = "Rosa Blum",
  timeZone = "Europe/Berlin",
): Promise<{ _id: string; shortId: string }> {
  const _id = await owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "DE",
    timeZone,
    personInfo: { fullName },
  });
  const notebook = await owner.http.query(api.diaries.getDiary, { diaryId: _id });
  return { _id, shortId: notebook!.shortId };
}

/** Adds a person to a notebook, as an accepted invitation does. */
export async function addMember(
  node: RunningNode,
  diaryId: string,
  person: Person,
  role: Exclude<Role, "owner">,
): Promise<void> {
  await insertMember(node.database().db, { diaryId, userId: person.userId, role });
}

/** Creates a note of today without a browser. */
export async function noteOf(
  author: Person,
  diaryId: string,
  title = "A quiet morning",
  text = "Ate half a slice of toast, drank well, walked to the window and back.",
  { isEncrypted = false } = {},
): Promise<{ _id: string; shortId: string }> {
  const _id = await author.http.mutation(api.notes.createNote, {
    diaryId,
    type: "default",
    title,
    content: text,
    noteDay: today(),
    visibility: "team",
    tags: [],
    isEncrypted,
  });
  const note = await author.http.query(api.notes.getNote, { noteId: _id });
  return { _id, shortId: note!.shortId };
}
