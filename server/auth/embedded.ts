import type { GenericEndpointContext } from "@better-auth/core";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { type Jwk, jwt, twoFactor } from "better-auth/plugins";
import { PRODUCT_NAME } from "../../lib/product.ts";
import { writeMessage } from "../../lib/words/message.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { runInLanguage } from "../words/texts.ts";
import { endAccessTokens } from "./access_token_data.ts";
import { deleteAccount } from "./account_deletion.ts";
import { AUDIENCE, SESSION_CLAIM } from "./audience.ts";
import type { AuthParts } from "./auth_provider.ts";
import { ACCOUNT_CLOSED, isClosed } from "./closed_account.ts";
import { getBetterAuthDatabase } from "./connection.ts";
import { isInUse, markEmailVerified, recordEvent, type SignInEvent } from "./data.ts";
import { DeletionRefused } from "./deleted_person.ts";
import { createAccessTokenPlugin } from "./embedded_access_tokens.ts";
import { createEmailChangePlugin, EMAIL_CHANGE_PATHS } from "./embedded_email_change.ts";
import { createFirstSignIn } from "./embedded_first_sign_in.ts";
import { guardPlugin } from "./embedded_guard.ts";
import { createOpeningsPlugin } from "./embedded_openings.ts";
import { createPasskeyPlugin, createUserVerificationPlugin } from "./embedded_passkeys.ts";
import { createPasswordProofPlugin } from "./embedded_password_proof.ts";
import { type ComposeLetter, createAuditPlugin } from "./embedded_record.ts";
import { signUpPlugin } from "./embedded_sign_up.ts";
import { createTimeZonePlugin, getTimeZone, TIME_ZONE_FIELD } from "./embedded_time_zone.ts";
import { meetDevice } from "./known_devices.ts";
import { chooseLetterLanguage, readLetterLanguage } from "./letter_language.ts";
import {
  composeAccountDeletedLetter,
  composeAlreadyRegisteredLetter,
  composePasswordChangedLetter,
  composeVerificationLetter,
  resetLetter,
} from "./letters.ts";
import { ADDRESS_LIMITS, consume, recordPasswordReset } from "./limits.ts";
import { endOpeningsSinceGoodSignIn } from "./openings.ts";
import { getOwnOrigins } from "./origins.ts";
import { PASSWORD_LENGTH } from "./password.ts";
import { createKeyed } from "./proof.ts";
import { ADDRESS_HEADER } from "./request.ts";
import { signInSecret } from "./secrets.ts";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export type EmbeddedParts = AuthParts & {
  /** Collects work that the request waits for before it is answered (writing a mail to the outbox). */
  waitUntil: (work: Promise<unknown>) => void;
};

/** Our configuration of Better Auth. Its tables are in `server/db/migrations/baseline/02_platform.sql`. */
export function getEmbeddedOptions({
  config,
  database,
  secret,
  log,
  sendMail,
  rooms,
  tokenLifetime = 5 * MINUTE,
  passwords,
  waitUntil,
}: EmbeddedParts) {
  const { baseUrl } = config;
  const verifiesEmail = config.smtpUrl !== null;
  async function record(event: SignInEvent, compose: ComposeLetter | null = null, headers?: Headers) {
    if (compose === null) return void (await recordEvent(database.db, event));
    await database.db.transaction().execute(async (trx) => {
      const language = chooseLetterLanguage(await recordEvent(trx, event), headers);
      await enqueueMail(trx, runInLanguage(language, compose));
    });
  }
  /** Sends a letter to an account, in its language. */
  async function sendTo({ id }: { id: string }, compose: ComposeLetter, request?: Request) {
    await sendMail(runInLanguage(await readLetterLanguage(database, id, request), compose));
  }
  // Without a cause it is a refusal whose text quotes the request, which anybody can send: not worth an error line.
  const report = (message: string, cause: unknown) =>
    cause instanceof Error
      ? log.error({ part: "sign-in", err: cause }, toHead(message))
      : log.debug({ part: "sign-in" }, toHead(message));
  const secure = baseUrl.startsWith("https:");
  const firstSignIn = createFirstSignIn();

  return {
    appName: PRODUCT_NAME,
    baseURL: baseUrl,
    basePath: "/api/auth",
    trustedOrigins: getOwnOrigins(config),
    secret: signInSecret(secret),
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message, cause) => report(message, cause) },
    onAPIError: {
      // Rethrown to our own handler: otherwise Better Auth would print the whole error, with people's values in it.
      onError: (error) => {
        if (!(error instanceof APIError)) throw error;
      },
    },
    database: {
      db: getBetterAuthDatabase(database),
      type: "postgres",
      schemaName: "auth",
      transaction: true,
    },
    disabledPaths: verifiesEmail
      ? UNUSED_PATHS
      : [...UNUSED_PATHS, "/send-verification-email", ...EMAIL_CHANGE_PATHS],
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: verifiesEmail,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: passwords,
      resetPasswordTokenExpiresIn: 60 * MINUTE,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token, url }, request) => {
        // The account was created before there was a mail server, so its address may belong to another person, who
        // mustn't get access to its notebooks.
        if (verifiesEmail && !user.emailVerified && (await isInUse(database.db, user.id))) return;
        await sendTo(user, () => resetLetter(user.email, baseUrl, token, getNextPath(url)), request);
      },
      onExistingUserSignUp: ({ user }, request) =>
        sendTo(user, () => composeAlreadyRegisteredLetter(user.email, baseUrl), request),
      onPasswordReset: async ({ user }, request) => {
        await recordPasswordReset(database.db, user.email, request?.headers.get(ADDRESS_HEADER) ?? null);
        // Without a mail server the operator passed the link on, which doesn't verify an address.
        if (verifiesEmail) await markEmailVerified(database.db, user.id);
        await database.db.transaction().execute(async (trx) => {
          await endAccessTokens(trx, user.id);
          await endOpeningsSinceGoodSignIn(trx, { authUserId: user.id, rooms });
          const known = await recordEvent(trx, { type: "account.passwordReset", authUserId: user.id });
          const language = chooseLetterLanguage(known, request?.headers);
          const compose = () => composePasswordChangedLetter(user.email, baseUrl);
          await enqueueMail(trx, runInLanguage(language, compose));
        });
      },
    },
    emailVerification: {
      sendOnSignUp: verifiesEmail,
      sendOnSignIn: verifiesEmail,
      expiresIn: 60 * MINUTE,
      sendVerificationEmail: ({ user, token, url }, request) =>
        sendTo(user, () => composeVerificationLetter(user.email, baseUrl, token, getNextPath(url)), request),
      afterEmailVerification: (user, request) => {
        firstSignIn.recordConfirmation(user, request);
        return record({ type: "account.emailVerified", authUserId: user.id });
      },
    },
    user: {
      deleteUser: {
        enabled: true,
        // Deletes everything in one transaction; Better Auth then finds nothing left to delete.
        beforeDelete: async (user, request) => {
          const language = await readLetterLanguage(database, user.id, request);
          const farewell = runInLanguage(language, () => composeAccountDeletedLetter(user.email));
          try {
            await deleteAccount(database, user.id, farewell, rooms);
          } catch (error) {
            if (!(error instanceof DeletionRefused)) throw error;
            throw new APIError("CONFLICT", { code: error.code, message: error.message });
          }
        },
      },
    },
    session: { expiresIn: 14 * DAY, updateAge: DAY, additionalFields: TIME_ZONE_FIELD },
    // The table holds only a hash of the token, so that only the reader of the mail can use the link.
    verification: { storeIdentifier: "hashed" },
    rateLimit: {
      enabled: true,
      window: MINUTE,
      max: 300,
      customRules: ADDRESS_LIMITS,
      customStorage: { consume: (key, limit) => consume(database.db, `address|${key}`, limit) },
    },
    advanced: {
      // `__Host-` requires Secure and Path=/; Better Auth's own option could only set `__Secure-`.
      useSecureCookies: false,
      cookiePrefix: secure ? "__Host-carediary" : "carediary",
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      backgroundTasks: { handler: waitUntil },
      // The migrations make the tables, which schema.test.ts compares: the first request doesn't read the whole catalogue.
      database: { validateSchema: false },
    },
    databaseHooks: {
      user: {
        create: {
          // A picture's address could point anywhere; pictures have their own upload.
          before: async (user) => ({ data: { ...user, image: null, emailVerified: false } }),
          after: (user) => record({ type: "account.signedUp", authUserId: user.id }),
        },
        update: {
          before: async (change) => ({ data: "image" in change ? { ...change, image: null } : change }),
        },
      },
      session: {
        create: {
          // The network's address isn't stored: nothing needs it. People recognise a device by its name and clock.
          before: async (session, context) => {
            if (await isClosed(database.db, session.userId)) {
              throw new APIError("FORBIDDEN", {
                code: "ACCOUNT_CLOSED",
                message: writeMessage(ACCOUNT_CLOSED),
              });
            }
            return { data: { ...session, ipAddress: null, timeZone: getTimeZone(context?.headers) } };
          },
        },
        delete: {
          after: async (session, context) => {
            const type = SESSION_ENDINGS[context?.path ?? ""];
            if (type) await record({ type, authUserId: session.userId });
          },
        },
      },
    },
    plugins: [
      jwt({
        jwks: {
          keyPairConfig: { alg: "EdDSA", crv: "Ed25519" },
          rotationInterval: 90 * DAY,
          gracePeriod: DAY,
        },
        jwt: {
          issuer: baseUrl,
          audience: AUDIENCE,
          expirationTime: `${tokenLifetime}s`,
          definePayload: ({ user, session }) => ({
            [SESSION_CLAIM]: session.id,
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
          }),
        },
        disableSettingJwtHeader: true,
        adapter: { getJwks: decryptableKeys },
      }),
      twoFactor({ issuer: PRODUCT_NAME }),
      createPasskeyPlugin(config),
      createUserVerificationPlugin(createKeyed(secret)),
      createEmailChangePlugin(database, baseUrl),
      createAccessTokenPlugin(database, createKeyed(secret), baseUrl),
      createPasswordProofPlugin(database, createKeyed(secret)),
      createOpeningsPlugin(database, rooms),
      createTimeZonePlugin(database.db),
      guardPlugin(database.db, baseUrl),
      signUpPlugin(database.db, config.signUp, rooms),
      firstSignIn.plugin,
      createAuditPlugin({
        baseUrl,
        record,
        meetDevice: (authUserId, device) => meetDevice(database.db, authUserId, device),
        endAccessTokens: (authUserId) => endAccessTokens(database.db, authUserId),
      }),
    ],
  } satisfies BetterAuthOptions;
}

/** Creates the embedded sign-in, which answers requests below `/api/auth`. */
export function createEmbedded(parts: EmbeddedParts) {
  return betterAuth(getEmbeddedOptions(parts));
}

/**
 * The signing keys that this server's secret can decrypt. Keys from before a change of the secret are ignored, so
 * that a new one is created instead of failing every sign-in.
 */
async function decryptableKeys({ context }: GenericEndpointContext): Promise<Jwk[]> {
  const keys = await context.adapter.findMany<Jwk>({ model: "jwks" });
  const opened = await Promise.all(
    keys.map(({ privateKey }) =>
      symmetricDecrypt({ key: context.secretConfig, data: JSON.parse(privateKey) }).then(
        () => true,
        () => false,
      ),
    ),
  );
  return keys.filter((_, index) => opened[index]);
}

/** The part of a Better Auth message before any quotation. */
const toHead = (message: string): string => message.split(/[:"'`]/)[0]!.slice(0, 80);

/** The audit event for the end of a session, by the path that ended it. */
const SESSION_ENDINGS: Record<string, string> = {
  "/sign-out": "account.signedOut",
  "/revoke-session": "account.sessionRevoked",
};

/**
 * Features of Better Auth that we don't offer: social accounts, links that delete the account, and its own change of
 * the address (see `createEmailChangePlugin`).
 */
const UNUSED_PATHS = [
  "/sign-in/social",
  "/link-social",
  "/unlink-account",
  "/get-access-token",
  "/refresh-token",
  "/account-info",
  "/change-email",
  "/delete-user/callback",
  "/update-session",
  "/two-factor/send-otp",
  "/two-factor/verify-otp",
  "/error",
];

/** The path of our own pages to continue at, passed through the mail. */
function getNextPath(url: string): string | null {
  const next = new URL(url).searchParams.get("callbackURL");
  return next && next !== "/" ? next : null;
}
