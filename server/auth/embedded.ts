import type { GenericEndpointContext } from "@better-auth/core";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { type Jwk, jwt, twoFactor } from "better-auth/plugins";
import { PRODUCT_NAME } from "../../lib/product.ts";
import { deleteAccount } from "./account_deletion.ts";
import type { AuthParts } from "./auth_provider.ts";
import { betterAuthDatabase } from "./connection.ts";
import { isInUse, markEmailVerified, recordEvent, type SignInEvent } from "./data.ts";
import { DeletionRefused } from "./deleted_person.ts";
import { guard } from "./embedded-guard.ts";
import { askForOwner, passkeys } from "./embedded-passkeys.ts";
import { keepRecord } from "./embedded-record.ts";
import {
  accountDeletedLetter,
  alreadyRegisteredLetter,
  passwordChangedLetter,
  resetLetter,
  verificationLetter,
} from "./letters.ts";
import { ADDRESS_LIMITS, consume, passwordWasReset } from "./limits.ts";
import { ownOrigins } from "./origins.ts";
import { PASSWORD_LENGTH } from "./password.ts";
import { ADDRESS_HEADER } from "./request.ts";
import { deriveKey } from "./secrets.ts";

/** The audience of the tokens that the embedded sign-in issues. */
export const AUDIENCE = "carediary";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export type EmbeddedParts = AuthParts & {
  /** Takes work that may finish after the answer was made (writing a mail to the outbox). */
  later: (work: Promise<unknown>) => void;
};

/** Better Auth as we run it. Its tables are in `server/db/migrations/0010_auth.sql`. */
export function embeddedOptions({
  config,
  database,
  secret,
  log,
  sendMail,
  rooms,
  tokenLifetime = 5 * MINUTE,
  passwords,
  later,
}: EmbeddedParts) {
  const { baseUrl } = config;
  const provesEmail = config.smtpUrl !== null;
  const record = (event: SignInEvent) => recordEvent(database.db, event);
  const report = (message: string, cause: unknown) =>
    log.error({ part: "sign-in", ...(cause instanceof Error ? { err: cause } : {}) }, message);
  const secure = baseUrl.startsWith("https:");

  return {
    appName: PRODUCT_NAME,
    baseURL: baseUrl,
    basePath: "/api/auth",
    trustedOrigins: ownOrigins(config),
    secret: deriveKey(secret, "sign-in").toString("base64url"),
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message, cause) => report(message, cause) },
    onAPIError: {
      // Thrown on to our own handler: otherwise it would be printed whole, with people's values in it.
      onError: (error) => {
        if (!(error instanceof APIError)) throw error;
      },
    },
    database: { db: betterAuthDatabase(database), type: "postgres", schemaName: "auth", transaction: true },
    disabledPaths: provesEmail ? UNUSED_PATHS : [...UNUSED_PATHS, "/send-verification-email"],
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: provesEmail,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: passwords,
      resetPasswordTokenExpiresIn: 60 * MINUTE,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token, url }) => {
        // Made before there was a mail server, with an address that may be a stranger's: it opens no notebooks to them.
        if (provesEmail && !user.emailVerified && (await isInUse(database.db, user.id))) return;
        await sendMail(resetLetter(user.email, baseUrl, token, nextOf(url)));
      },
      onExistingUserSignUp: ({ user }) => sendMail(alreadyRegisteredLetter(user.email, baseUrl)),
      onPasswordReset: async ({ user }, request) => {
        await passwordWasReset(database.db, user.email, request?.headers.get(ADDRESS_HEADER) ?? null);
        // Without a mail server the operator handed the link over, to whoever asked.
        if (provesEmail) await markEmailVerified(database.db, user.id);
        await record({ type: "account.passwordReset", authUserId: user.id });
        await sendMail(passwordChangedLetter(user.email, baseUrl));
      },
    },
    emailVerification: {
      sendOnSignUp: provesEmail,
      sendOnSignIn: provesEmail,
      expiresIn: 60 * MINUTE,
      sendVerificationEmail: ({ user, token, url }) =>
        sendMail(verificationLetter(user.email, baseUrl, token, nextOf(url))),
      afterEmailVerification: (user) => record({ type: "account.emailVerified", authUserId: user.id }),
    },
    user: {
      deleteUser: {
        enabled: true,
        // Does it all in one transaction; Better Auth then finds nothing left to delete.
        beforeDelete: async (user) => {
          try {
            await deleteAccount(database, user.id, accountDeletedLetter(user.email), rooms);
          } catch (error) {
            if (!(error instanceof DeletionRefused)) throw error;
            throw new APIError("CONFLICT", { code: error.code, message: error.message });
          }
        },
      },
    },
    session: { expiresIn: 14 * DAY, updateAge: DAY },
    // A link from a mail is only good for its reader: the table holds its hash.
    verification: { storeIdentifier: "hashed" },
    rateLimit: {
      enabled: true,
      window: MINUTE,
      max: 300,
      customRules: ADDRESS_LIMITS,
      customStorage: { consume: (key, limit) => consume(database.db, `address|${key}`, limit) },
    },
    advanced: {
      // `__Host-` itself demands Secure and Path=/; Better Auth's own switch could only say `__Secure-`.
      useSecureCookies: false,
      cookiePrefix: secure ? "__Host-carediary" : "carediary",
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      backgroundTasks: { handler: later },
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
          definePayload: ({ user }) => ({
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
          }),
        },
        disableSettingJwtHeader: true,
        adapter: { getJwks: openableKeys },
      }),
      twoFactor({ issuer: PRODUCT_NAME }),
      passkeys(config),
      askForOwner(),
      guard(database.db),
      keepRecord(record, (email) => sendMail(passwordChangedLetter(email, baseUrl))),
    ],
  } satisfies BetterAuthOptions;
}

/** The embedded sign-in, ready to answer requests below `/api/auth`. */
export function createEmbedded(parts: EmbeddedParts) {
  return betterAuth(embeddedOptions(parts));
}

/**
 * The signing keys that this server's secret opens. Keys from before the secret was lost or changed are
 * passed over, so that a new one is made instead of failing every sign-in.
 */
async function openableKeys({ context }: GenericEndpointContext): Promise<Jwk[]> {
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

/** Which event the end of a session is, by the path that ended it. */
const SESSION_ENDINGS: Record<string, string> = {
  "/sign-out": "account.signedOut",
  "/revoke-session": "account.sessionRevoked",
};

/** Parts of Better Auth that we don't offer: foreign accounts, changing the address, links that delete the account. */
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

/** The path on our pages that the person wanted to reach, carried through the mail. */
function nextOf(url: string): string | null {
  const next = new URL(url).searchParams.get("callbackURL");
  return next && next !== "/" ? next : null;
}
