import type { Compilable } from "kysely";
import { syncUser } from "../../features/account/server/functions.ts";
import { insertMember } from "../../features/members/server/data.ts";
import { listPersonsNotebooks } from "../../features/notebooks/server/data.ts";
import { createDiaryWithPersonInfo } from "../../features/notebooks/server/functions.ts";
import { createNote } from "../../features/notes/server/functions.ts";
import { rooms } from "../../registry/rooms.ts";
import { recordAuditEvent } from "../../server/access/audit.ts";
import { markEmailVerified } from "../../server/auth/data.ts";
import type { Identity } from "../../server/auth/identity.ts";
import { createAuthProvider } from "../../server/auth/provider.ts";
import { findUsersByEmail } from "../../server/auth/users_data.ts";
import { NO_LIMITS } from "../../server/config/door.ts";
import type { Config } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import type { ArgsSchema, ServerFunction } from "../../server/functions/define.ts";
import type { Logger } from "../../server/log.ts";
import { createUnsubscribeLinks, type UnsubscribeLinks } from "../../server/mail/unsubscribe_links.ts";
import { OperatorError } from "../../server/operator/command.ts";
import { openStorage } from "../../server/storage/open_storage.ts";
import type { FileStorage } from "../../server/storage/storage.ts";
import { openMasterKeys } from "../../server/vault/open_vault.ts";
import { createVault, type Vault } from "../../server/vault/vault.ts";
import { NOTEBOOK, NOTES, PEOPLE, type PersonName } from "./story.ts";

export const PASSWORD = "a quiet morning";
const DAY_MS = 86_400_000;

type Identities = Record<PersonName, Identity>;

/**
 * Signs up the demo people through the API and fills their notebook with a fortnight up to `now`; all of its content
 * in one transaction. Returns the notebook's short id.
 * @throws OperatorError when the demo people exist already or sign in elsewhere.
 */
export async function fillDemo(parts: {
  config: Config;
  secret: string;
  database: Database;
  log: Logger;
  now: Date;
}): Promise<string> {
  const { config, secret, database, now } = parts;
  if (config.auth.provider !== "embedded") {
    throw new OperatorError("The demo people sign in with passwords: set AUTH_PROVIDER to embedded.");
  }
  for (const { email } of Object.values(PEOPLE)) {
    if ((await findUsersByEmail(database.db, email)).length > 0) {
      throw new OperatorError(`The demo is here already: there is an account ${email}.`);
    }
  }
  const identities = await signUp(parts);
  const vault = createVault(await openMasterKeys(config, database));
  const unsubscribe = createUnsubscribeLinks(secret, config.baseUrl);
  return database.db
    .transaction()
    .execute((db) => writeStory({ db, vault, storage: openStorage(config), unsubscribe }, identities, now));
}

/**
 * Always without a mail server: nobody reads the demo people's mail, so their addresses are marked as verified by the
 * operator.
 */
async function signUp(parts: Parameters<typeof fillDemo>[0]): Promise<Identities> {
  const { config, database, log, secret } = parts;
  const sendMail = async () => {};
  const provider = createAuthProvider({
    config: { ...config, smtpUrl: null },
    database,
    secret,
    log,
    rooms,
    sendMail,
  });
  const post = (path: string, body: object) =>
    provider.handle!(
      new Request(`${config.baseUrl}/api/auth/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: config.baseUrl },
        body: JSON.stringify(body),
      }),
    );
  const identities: Partial<Identities> = {};
  for (const [key, { name, email }] of Object.entries(PEOPLE)) {
    let response = await post("sign-up/email", { name, email, password: PASSWORD });
    // The account exists from an earlier attempt that failed later.
    if (!response.ok) response = await post("sign-in/email", { email, password: PASSWORD });
    if (!response.ok)
      throw new OperatorError(`The demo can't be filled: ${email} has an account with another password.`);
    const { user } = (await response.json()) as { user: { id: string } };
    await markEmailVerified(database.db, user.id);
    identities[key as PersonName] = {
      issuer: config.baseUrl,
      subject: user.id,
      email,
      emailVerified: true,
      name,
      expiresAt: Number.MAX_SAFE_INTEGER,
    };
  }
  return identities as Identities;
}

type Services = {
  db: Database["db"];
  vault: Vault;
  storage: FileStorage;
  unsubscribe: UnsubscribeLinks;
};

async function writeStory(services: Services, identities: Identities, now: Date): Promise<string> {
  const daysAgo = (days: number, hour: number): Date => {
    const at = new Date(now.getTime() - days * DAY_MS);
    at.setHours(hour, 10 + ((days * 7) % 45), 0, 0);
    return at < now ? at : new Date(now.getTime() - 60_000);
  };
  const began = daysAgo(15, 12);
  const userIds: Partial<Record<PersonName, string>> = {};
  for (const [key, { name, email }] of Object.entries(PEOPLE)) {
    const identity = identities[key as PersonName];
    userIds[key as PersonName] = await call(services, identity, began, syncUser, {
      clerkUserId: identity.subject,
      email,
      name,
    });
  }
  const diaryId = await call(
    services,
    identities.olga,
    began,
    createDiaryWithPersonInfo,
    structuredClone(NOTEBOOK) as never,
  );
  for (const key of ["adam", "clara", "viktor"] as const) {
    await insertMember(services.db, { diaryId, userId: userIds[key]!, role: PEOPLE[key].role });
  }
  for (const { day, hour, by, ...note } of NOTES) {
    const at = daysAgo(day, hour);
    await call(services, identities[by], at, createNote, {
      ...note,
      diaryId,
      type: "default",
      noteDate: at.getTime(),
    });
  }
  const [notebook] = await listPersonsNotebooks(services.db, userIds.olga!);
  return notebook!.shortId;
}

/** Runs a function as one of the people at a given time, with its usual checks of arguments and access. */
async function call<Args extends ArgsSchema, Result>(
  { db, ...services }: Services,
  identity: Identity,
  now: Date,
  fn: ServerFunction<"mutation", Args, Result>,
  args: Args["_zod"]["input"],
): Promise<Result> {
  const given = fn.args.parse(args);
  const access = await fn.access.resolve({ db, identity }, given);
  const audit = (event: Parameters<typeof recordAuditEvent>[2]) =>
    recordAuditEvent(db, access?.userId ?? null, event);
  const last: Compilable[] = [];
  const writeLast = (statement: Compilable) => void last.push(statement);
  const result = await fn.handler(
    {
      db,
      ...services,
      baseUrl: "",
      limits: NO_LIMITS,
      access,
      now,
      madeAt: now,
      opId: null,
      audit,
      writeLast,
    },
    given,
  );
  for (const statement of last) await db.executeQuery(statement.compile());
  return result;
}
