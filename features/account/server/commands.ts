import { sql } from "kysely";
import { recordAuditEvent } from "../../../server/access/audit.ts";
import { endAccessTokens } from "../../../server/auth/access_token_data.ts";
import { composeTwoFactorResetLetter } from "../../../server/auth/letters.ts";
import { composeProofLetter } from "../../../server/auth/proof_letter.ts";
import type { Config } from "../../../server/config.ts";
import { readSecretKey } from "../../../server/data_directory.ts";
import type { Database } from "../../../server/db/database.ts";
import { enqueueMail } from "../../../server/mail/outbox.ts";
import {
  defineCommand,
  type OperatorCommand,
  type OperatorContext,
  OperatorError,
} from "../../../server/operator/command.ts";
import { readEmail } from "../../../server/operator/people.ts";
import { runInLanguage } from "../../../server/words/texts.ts";

type Db = Database["db"];
type Settings = Pick<Config, "auth" | "baseUrl" | "dataDir" | "secretKey" | "smtpUrl">;

/** An account as the sign-in and the product know it; one whose address isn't confirmed yet has no `userId`. */
type Account = {
  authUserId: string;
  userId: string | null;
  email: string;
  isProven: boolean;
  isClosed: boolean;
  language: string | null;
};

/** How an operator verified the identity of a user who lost their second factor; stored in the audit log. */
const IDENTITY_CHECKS = ["in-person", "known-number", "known-member"] as const;
type IdentityCheck = (typeof IDENTITY_CHECKS)[number];

const close = defineCommand({
  name: "close-account",
  usage: "close-account <email>",
  help: ["let nobody in to an account; deletes nothing of it"],
  group: "accounts",
  positionals: ["email"],
  run: (context, { words }) => changeAccount(context, words.email, closeAccount),
});

const reopen = defineCommand({
  name: "reopen-account",
  usage: "reopen-account <email>",
  help: ["undo that"],
  group: "accounts",
  positionals: ["email"],
  run: (context, { words }) => changeAccount(context, words.email, reopenAccount),
});

const endAllSessions = defineCommand({
  name: "sign-out",
  usage: "sign-out <email>",
  help: ["end the sessions of an account on every device"],
  group: "accounts",
  positionals: ["email"],
  run: (context, { words }) => changeAccount(context, words.email, signOut),
});

const reset = defineCommand({
  name: "reset-two-factor",
  usage: "reset-two-factor <email> <check>",
  help: [
    "switch off a second factor that was lost; check says how you made sure",
    "who asks: in-person, known-number or known-member (of their notebook)",
  ],
  group: "accounts",
  positionals: ["email", "check"],
  async run(context, { words }) {
    const email = readEmail(words.email);
    const check = readCheck(words.check);
    return changeAccount(context, email, (db, account, config) => resetTwoFactor(db, account, config, check));
  },
});

const resend = defineCommand({
  name: "resend-proof",
  usage: "resend-proof <email>",
  help: ["send the link again that confirms an address"],
  group: "accounts",
  positionals: ["email"],
  run: (context, { words }) => changeAccount(context, words.email, resendProof),
});

/** Commands that let an account in or keep it out. */
export const COMMANDS: readonly OperatorCommand[] = [close, reopen, endAllSessions, reset, resend];

function readCheck(word: string): IdentityCheck {
  const check = IDENTITY_CHECKS.find((known) => known === word);
  if (check) return check;
  throw new OperatorError(`${word} isn't a check: ${IDENTITY_CHECKS.join(", ")}.`);
}

/**
 * Runs a change of one account in one transaction with its audit event, whose actor is null. Throws an `OperatorError`
 * when that fails; then nothing is changed.
 */
async function changeAccount(
  { withDatabase }: OperatorContext,
  word: string,
  change: (db: Db, account: Account, config: Settings) => Promise<string[]>,
): Promise<string[]> {
  const email = readEmail(word);
  return withDatabase(({ db }, config) =>
    db.transaction().execute(async (trx) => change(trx, await findAccount(trx, email), config)),
  );
}

async function findAccount(db: Db, email: string): Promise<Account> {
  const { rows } = await sql<Account>`
    select coalesce(u.clerk_user_id, a.id) as "authUserId", u.id as "userId", coalesce(a.email, u.email) as email,
           coalesce(a."emailVerified", u.email_verified) as "isProven", u.closed_at is not null as "isClosed", u.language
      from auth."user" a full join users u on u.clerk_user_id = a.id
     where a.email = ${email} or (a.id is null and u.email = ${email})
     limit 2`.execute(db);
  if (rows.length > 1) throw new OperatorError(`Several accounts have the e-mail address ${email}.`);
  const [account] = rows;
  if (!account) throw new OperatorError(`There is no account with the e-mail address ${email}.`);
  return account;
}

const record = (db: Db, account: Account, eventType: string, details: Record<string, unknown> = {}) =>
  recordAuditEvent(db, null, { eventType, targetType: "account", targetId: account.authUserId, details });

async function closeAccount(db: Db, account: Account): Promise<string[]> {
  if (account.isClosed) return [`The account of ${account.email} is closed already.`];
  if (account.userId === null) throw new OperatorError(`Nobody has signed in to ${account.email} yet.`);
  await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", account.userId).execute();
  await endSessions(db, account);
  await record(db, account, "account.closed");
  return [
    `The account of ${account.email} is closed: nothing opens to it now, and nothing of it is deleted.`,
    "Its notebooks stay as they are; others who own or administer them go on.",
  ];
}

async function reopenAccount(db: Db, account: Account): Promise<string[]> {
  if (!account.isClosed || account.userId === null)
    return [`The account of ${account.email} is open already.`];
  await db.updateTable("users").set({ closed_at: null }).where("id", "=", account.userId).execute();
  await record(db, account, "account.reopened");
  return [`The account of ${account.email} is open again.`];
}

async function signOut(db: Db, account: Account, config: Settings): Promise<string[]> {
  if (config.auth.provider === "clerk") throw new OperatorError("Clerk keeps the sessions: end them there.");
  const count = await endSessions(db, account);
  await record(db, account, "account.sessionsRevoked", { by: "operator" });
  return [
    `${account.email} was signed out on ${count} ${count === 1 ? "device" : "devices"}. Pages that are open there end within five minutes.`,
  ];
}

async function resetTwoFactor(
  db: Db,
  account: Account,
  config: Settings,
  check: IdentityCheck,
): Promise<string[]> {
  needEmbedded(config, "two-factor sign-in");
  const { numAffectedRows } =
    await sql`delete from auth."twoFactor" where "userId" = ${account.authUserId}`.execute(db);
  if (!numAffectedRows) throw new OperatorError(`${account.email} has no two-factor sign-in.`);
  await sql`update auth."user" set "twoFactorEnabled" = false where id = ${account.authUserId}`.execute(db);
  await endSessions(db, account);
  await record(db, account, "account.twoFactorDisabled", { by: "operator", check });
  await enqueueMail(
    db,
    runInLanguage(account.language, () => composeTwoFactorResetLetter(account.email)),
  );
  return [
    `Two-factor sign-in of ${account.email} is off, and every device is signed out. A message tells them.`,
  ];
}

async function resendProof(db: Db, account: Account, config: Settings): Promise<string[]> {
  needEmbedded(config, "confirming an address");
  if (config.smtpUrl === null) {
    throw new OperatorError("No mail server is set up; confirm-address vouches for an address.");
  }
  if (account.isProven) return [`${account.email} is a proven address already.`];
  const secret = config.secretKey ?? (await readSecretKey(config.dataDir, async () => true));
  const compose = () => composeProofLetter(secret, config.baseUrl, account.email);
  await enqueueMail(db, await runInLanguage(account.language, compose));
  await record(db, account, "account.proofSent", { by: "operator" });
  return [`A link that confirms ${account.email} is on its way; it works for one hour.`];
}

function needEmbedded({ auth }: Settings, what: string): void {
  if (auth.provider === "embedded") return;
  throw new OperatorError(`${auth.provider} keeps the accounts: it answers for ${what}.`);
}

/** Ends the account's sessions of this server's sign-in, and its access tokens; returns the number of sessions. */
async function endSessions(db: Db, { authUserId }: Account): Promise<number> {
  await endAccessTokens(db, authUserId);
  const embedded = await sql`delete from auth.session where "userId" = ${authUserId}`.execute(db);
  const oidc = await sql`delete from auth.oidc_sessions where subject = ${authUserId}`.execute(db);
  return Number((embedded.numAffectedRows ?? 0n) + (oidc.numAffectedRows ?? 0n));
}
