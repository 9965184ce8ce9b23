import { type AliasableExpression, expressionBuilder, type Kysely, sql } from "kysely";
import { CareError } from "../../lib/errors.ts";
import { isFullId } from "../../lib/ids.ts";
import { ACCOUNT_CLOSED } from "../auth/closed_account.ts";
import type { Identity } from "../auth/identity.ts";
import type { Prover } from "../auth/proof.ts";
import type { Tables } from "../db/database.ts";
import { runPipelined } from "../db/pipelined.ts";
import {
  type Action,
  getGrant,
  type Item,
  isSwitchedOn,
  mayOn,
  type NotebookAction,
  type Role,
} from "./permissions.ts";

/**
 * The arguments of an access check: the transaction of the call and the caller's verified identity (null: not signed
 * in).
 */
export type Caller = { db: Kysely<Tables>; identity: Identity | null };

/**
 * The access check of a function. `resolve` runs in every execution, in the same transaction as the handler, and
 * throws the specification's error or returns the access value that the handler gets. For queries that value is also
 * part of the key of the shared result.
 */
export type AccessRule<Args, Access> = {
  /** The action that it looks up in the permission table; all of them where it may look up several. */
  readonly action: Action | readonly Action[];
  resolve(caller: Caller, args: Args): Promise<Access>;
};

declare const proven: unique symbol;

/** The arguments that identify the subject of a call. */
type InNotebook = { diaryId: string };

/** The right of a member to do this in this notebook; only the gate creates it. */
export type NotebookAccess = {
  readonly [proven]: "notebook";
  readonly diaryId: string;
  readonly userId: string;
  readonly role: Role;
};

/** Membership, for reads that return the same to every member. */
export type NotebookReadAccess = { readonly [proven]: "read"; readonly diaryId: string };

/** A person with a record in the users table. */
export type Person = {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isSuperAdmin: boolean;
};

/** The verified claims of a token, for calls that create or read the caller's own record. */
export type TokenAccess = Pick<Identity, "subject" | "email" | "emailVerified" | "name">;

export const denied = () => new CareError("access-denied", { key: "refusals.denied" });

export function authenticated(identity: Identity | null): Identity {
  if (!identity) throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
  return identity;
}

export const anyone = (): AccessRule<unknown, null> => ({ action: "anyone", resolve: async () => null });

export const token = (): AccessRule<unknown, TokenAccess> => ({
  action: "token",
  async resolve(caller) {
    const { subject, email, emailVerified, name, sessionId } = authenticated(caller.identity);
    if (sessionId !== undefined) refuseEnded(await openSession(caller, sessionId).executeTakeFirst());
    return { subject, email, emailVerified, name };
  },
});

export const person = (): AccessRule<unknown, Person> => ({
  action: "person",
  resolve: (caller) => knownPerson(caller),
});

/** A rule's access, with the prover that a re-authentication must name. For actions. */
export const withProver = <Args, Access extends object>(
  rule: AccessRule<Args, Access>,
): AccessRule<Args, Access & { readonly prover: Prover }> => ({
  action: rule.action,
  async resolve(caller, args) {
    const access = await rule.resolve(caller, args);
    const { subject, sessionId } = authenticated(caller.identity);
    return { ...access, prover: { subject, sessionId } };
  },
});

export const platformAdmin = (action: "admin" | "superAdmin" = "admin"): AccessRule<unknown, Person> => ({
  action,
  async resolve(caller) {
    const someone = await knownPerson(caller);
    if (!(action === "superAdmin" ? someone.isSuperAdmin : someone.isAdmin)) throw denied();
    return someone;
  },
});

/** The caller's record; throws when the token is missing or belongs to no known user. */
export async function knownPerson({ db, identity }: Caller): Promise<Person> {
  const user = await db
    .selectFrom("users")
    .select(["id", "is_admin", "is_super_admin", "closed_at"])
    .select(hasSession({ db, identity }).as("has_session"))
    .where("clerk_user_id", "=", authenticated(identity).subject)
    .executeTakeFirst();
  if (!user) throw new CareError("unknown-user", { key: "refusals.unknownUser" });
  admit(user);
  return { userId: user.id, isAdmin: user.is_admin, isSuperAdmin: user.is_super_admin };
}

/** The table of the built-in sign-in's sessions, as far as the gate reads it. */
type Sessions = { "auth.session": { id: string; userId: string; expiresAt: Date } };

/** The session with an id, unless it has ended. */
const openSession = ({ db }: Caller, sessionId: string) =>
  db
    .withTables<Sessions>()
    .selectFrom("auth.session as s")
    .select("s.id")
    .where("s.id", "=", sessionId)
    .where(sql<boolean>`s."expiresAt" > now()`);

/**
 * Whether the session that the caller's token names is still open: a token lives for minutes, and opens nothing once
 * its session has ended. Part of the lookup of the caller, so that it costs no round trip. An issuer's tokens name none.
 */
export function hasSession(caller: Caller): AliasableExpression<unknown> {
  const sessionId = caller.identity?.sessionId;
  if (sessionId === undefined) return sql`true`;
  return expressionBuilder<Tables>().exists(openSession(caller, sessionId));
}

/** @throws CareError without a session */
function refuseEnded(session: object | undefined): void {
  if (session === undefined) throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
}

/** @throws CareError when the caller's session has ended, or an administrator has closed the account */
export function admit(found: { closed_at: number | null; has_session: unknown }): void {
  if (!found.has_session) throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
  refuseClosed(found);
}

/** @throws CareError when an administrator has closed the account */
export function refuseClosed({ closed_at }: { closed_at: number | null }): void {
  if (closed_at !== null) throw new CareError("account-closed", ACCOUNT_CLOSED);
}

/** An action on the notebook as a whole. `refusal` is the error for members whose role may not. */
export const inNotebook = (
  action: NotebookAction,
  refusal: () => CareError = denied,
): AccessRule<InNotebook, NotebookAccess> => ({
  action,
  async resolve(caller, { diaryId }) {
    const access = await membership(caller, diaryId);
    if (!access) throw denied();
    const grant = getGrant(access.role, action);
    if (grant === "no" || (grant === "switch" && !(await switchIsOn(caller, access, action))))
      throw refusal();
    return access;
  },
});

/** Whether a member may perform an action on an item, with the notebook's switch for it. */
export async function mayOnItem(
  caller: Caller,
  access: NotebookAccess,
  action: NotebookAction,
  item: Omit<Item, "isSwitchedOn">,
): Promise<boolean> {
  const isSwitchedOn =
    getGrant(access.role, action) === "switch" && (await switchIsOn(caller, access, action));
  return mayOn(access.role, action, { ...item, isSwitchedOn });
}

/** Whether the notebook's switch for an action is on: for members whose grant is `switch`. */
export async function switchIsOn(
  { db }: Caller,
  { diaryId }: NotebookAccess,
  action: NotebookAction,
): Promise<boolean> {
  const row = await db
    .selectFrom("diaries")
    .select("caregivers_edit_plans")
    .where("id", "=", diaryId)
    .executeTakeFirst();
  return isSwitchedOn(action, { caregiversEditPlans: row?.caregivers_edit_plans ?? false });
}

/** As `inNotebook`, with the time zone of the notebook's days, which is read in the same round trip. For mutations. */
export const inNotebookWithZone = (
  action: NotebookAction,
  refusal: () => CareError = denied,
): AccessRule<InNotebook, NotebookAccess & { readonly timeZone: string }> => ({
  action,
  async resolve(caller, args) {
    const [access, timeZone] = await runPipelined(
      inNotebook(action, refusal).resolve(caller, args),
      isFullId(args.diaryId) ? readTimeZone(caller.db, args) : "",
    );
    return { ...access, timeZone };
  },
});

/** The time zone of a notebook's days, an IANA name; "" when there is no such notebook. */
export async function readTimeZone(db: Caller["db"], { diaryId }: InNotebook): Promise<string> {
  const select = db.selectFrom("diaries").select("time_zone").where("id", "=", diaryId);
  return (await select.executeTakeFirst())?.time_zone ?? "";
}

/** A read whose result is the same for every member, so that all members share it. */
export const readInNotebook = (action: NotebookAction): AccessRule<InNotebook, NotebookReadAccess> => ({
  action,
  async resolve(caller, args) {
    const { diaryId } = await inNotebook(action).resolve(caller, args);
    return { diaryId } as NotebookReadAccess;
  },
});

/** The most notebooks of a user that are read; nobody has nearly as many. */
const MAX_NOTEBOOKS = 500;

/** A user's memberships in all their notebooks; for an access token only in its notebooks. */
export async function readMemberships(
  { db, identity }: Caller,
  userId: string,
): Promise<{ diaryId: string; role: Role }[]> {
  const all = db
    .selectFrom("members")
    .select(["diary_id", "role"])
    .where("user_id", "=", userId)
    .orderBy("diary_id")
    .limit(MAX_NOTEBOOKS);
  const limit = getLimit(identity);
  const rows = await (limit === null
    ? all
    : all.where("diary_id", "in", (eb) =>
        eb.selectFrom("access_token_notebooks as t").select("t.diary_id").where("t.token_id", "=", limit),
      )
  ).execute();
  return rows.map(({ diary_id, role }) => ({ diaryId: diary_id, role: role as Role }));
}

/** The notebooks of a list: one, or all of the person but the archived ones. */
export type ListedNotebooks = {
  readonly userId: string;
  readonly notebooks: readonly { readonly diaryId: string; readonly role: Role }[];
  readonly withoutArchived: boolean;
};

/**
 * Finds the notebooks of a list and checks that the caller may take the action there.
 * @param diaryId the only notebook; without it all of the caller's
 * @throws CareError without a session, or as `inNotebook`
 */
export async function findListedNotebooks(
  caller: Caller,
  action: NotebookAction,
  diaryId: string | undefined,
): Promise<ListedNotebooks> {
  const { userId } = await person().resolve(caller, {});
  if (diaryId === undefined)
    return { userId, notebooks: await readMemberships(caller, userId), withoutArchived: true };
  const { role } = await inNotebook(action).resolve(caller, { diaryId });
  return { userId, notebooks: [{ diaryId, role }], withoutArchived: false };
}

/** The access token of the caller, if it opens only some notebooks. */
function getLimit(identity: Identity | null): string | null {
  const token = identity?.accessToken;
  return token?.isLimited ? token.id : null;
}

/** Whether the caller's access token opens a notebook. */
async function isOpenToToken({ db, identity }: Caller, diaryId: string): Promise<boolean> {
  const limit = getLimit(identity);
  if (limit === null) return true;
  const row = await db
    .selectFrom("access_token_notebooks")
    .select("diary_id")
    .where("token_id", "=", limit)
    .where("diary_id", "=", diaryId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The caller's membership of a notebook, or null without one; throws when the caller has no record. */
export async function membership(caller: Caller, diaryId: string): Promise<NotebookAccess | null> {
  const { subject } = authenticated(caller.identity);
  if (!isFullId(diaryId)) {
    await knownPerson(caller);
    return null;
  }
  const found = await caller.db
    .selectFrom("users as u")
    .leftJoin("members as m", (join) => join.onRef("m.user_id", "=", "u.id").on("m.diary_id", "=", diaryId))
    .select(["u.id", "u.closed_at", "m.role"])
    .select(hasSession(caller).as("has_session"))
    .where("u.clerk_user_id", "=", subject)
    .executeTakeFirst();
  if (!found) throw new CareError("unknown-user", { key: "refusals.unknownUser" });
  admit(found);
  if (!found.role || !(await isOpenToToken(caller, diaryId))) return null;
  return { diaryId, userId: found.id, role: found.role as Role } as NotebookAccess;
}
