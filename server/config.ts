import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { type AuthConfig, authSettings, readAuth } from "./config/auth.ts";
import { type BackupConfig, backupSettings, readBackups } from "./config/backups.ts";
import { doorSettings, type LimitConfig, readLimits, readSignUp, type SignUpConfig } from "./config/door.ts";
import { keySettings } from "./config/keys.ts";
import { type DkimConfig, mailSettings, readDkim } from "./config/mail.ts";
import { type OutgoingConfig, outgoingSettings, readOutgoing } from "./config/outgoing.ts";
import { type RetentionConfig, readRetention, retentionSettings } from "./config/retention.ts";
import { withSecretFiles } from "./config/secret_files.ts";
import { readStorage, type StorageConfig, storageSettings } from "./config/storage.ts";
import { ConfigError, defineFlag, defineText, parseHttpUrl } from "./config/values.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import type { MasterKey } from "./vault/master_keys.ts";

export { ConfigError };

/** The operator's configuration; `.env.example` explains each variable. */
export type Config = {
  /** 0 takes a free port; the node's `url` then has the real one. */
  port: number;
  host: string;
  /** How many processes answer requests. */
  workers: number;
  /** The public origin, without a trailing slash. */
  baseUrl: string;
  /** An absolute path. */
  dataDir: string;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** The directory of the programs of a former PostgreSQL, whose data the start carries over; null: looks for them. */
  formerPostgresBin: string | null;
  /** Null: mails are written as files below `dataDir`. */
  smtpUrl: string | null;
  mailFrom: string;
  dkim: DkimConfig;
  /** Null: the key in `dataDir/secret.key`, created when missing. */
  secretKey: string | null;
  /** Null: the key in `dataDir/master.key`, created when missing. */
  masterKey: MasterKey | null;
  /** Previous master keys, used only to decrypt. */
  formerMasterKeys: MasterKey[];
  logLevel: LogLevel;
  /** Bearer token that allows other machines to read `/metrics`; null allows only this one. */
  metricsToken: string | null;
  /** True behind our own reverse proxy: the last `X-Forwarded-For` entry is the client. */
  trustProxy: boolean;
  /** False: browsers delete the app's files that they kept, and keep none. */
  appOnDevices: boolean;
  auth: AuthConfig;
  signUp: SignUpConfig;
  limits: LimitConfig;
  storage: StorageConfig;
  backups: BackupConfig;
  outgoing: OutgoingConfig;
  retention: RetentionConfig;
};

const environment = z.object({
  PORT: defineText("a whole number from 0 to 65535 (0 takes a free one)")
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65535, "must be a whole number from 0 to 65535 (0 takes a free one)"))
    .optional(),
  HOST: defineText("an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0")
    .regex(/^[\w.:%-]+$/)
    .optional(),
  WORKERS: defineText("auto, or a whole number from 1 to 64")
    .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/)
    .transform((value) => (value === "auto" ? Math.min(availableParallelism(), 64) : Number(value)))
    .optional(),
  BASE_URL: parseHttpUrl("an origin without a path, such as https://care.example.org", {
    originOnly: true,
  }).optional(),
  DATA_DIR: defineText("a directory").optional(),
  DATABASE_URL: url("a PostgreSQL address such as postgresql://user:password@host:5432/database", [
    "postgres:",
    "postgresql:",
  ]).optional(),
  FORMER_POSTGRES_BIN: defineText(
    "the directory of another version's programs, such as /usr/lib/postgresql/17/bin",
  ).optional(),
  SMTP_URL: url("a mail server's address such as smtps://user:password@host:465", [
    "smtp:",
    "smtps:",
  ]).optional(),
  MAIL_FROM: defineText('a sender such as "CareDiary <carediary@example.org>"')
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/)
    .optional(),
  SECRET_KEY: z.string("").min(32, "must have at least 32 characters").optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).optional(),
  METRICS_TOKEN: z.string("").min(16, "must have at least 16 characters").optional(),
  TRUST_PROXY: defineFlag().optional(),
  APP_ON_DEVICES: defineFlag().optional(),
  ...keySettings,
  ...authSettings,
  ...doorSettings,
  ...storageSettings,
  ...backupSettings,
  ...outgoingSettings,
  ...mailSettings,
  ...retentionSettings,
});

/** Names of all variables that are read. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/**
 * Reads the configuration from environment variables, and secrets from the files that `<NAME>_FILE` names; empty ones
 * count as absent.
 * @throws ConfigError with one line that names the first bad variable and its allowed values, never its value.
 */
export function loadConfig(environmentVariables: NodeJS.ProcessEnv): Config {
  const env = withSecretFiles(environmentVariables);
  const given = Object.fromEntries(
    VARIABLES.flatMap((name) => {
      const value = env[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new ConfigError(`${String(issue.path[0])} ${issue.message}.`);
  }
  const values = parsed.data;
  const port = values.PORT ?? 3000;
  return {
    port,
    host: values.HOST ?? "127.0.0.1",
    workers: values.WORKERS ?? 1,
    baseUrl: values.BASE_URL ? new URL(values.BASE_URL).origin : `http://localhost:${port}`,
    dataDir: resolve(values.DATA_DIR ?? "./data"),
    databaseUrl: values.DATABASE_URL ?? null,
    formerPostgresBin: values.FORMER_POSTGRES_BIN ? resolve(values.FORMER_POSTGRES_BIN) : null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? "CareDiary <carediary@localhost>",
    dkim: readDkim(values),
    secretKey: values.SECRET_KEY ?? null,
    masterKey: values.MASTER_KEY ?? null,
    formerMasterKeys: values.MASTER_KEYS_FORMER ?? [],
    logLevel: values.LOG_LEVEL ?? "info",
    metricsToken: values.METRICS_TOKEN ?? null,
    trustProxy: values.TRUST_PROXY ?? false,
    appOnDevices: values.APP_ON_DEVICES ?? true,
    auth: readAuth(values),
    signUp: readSignUp(values, values.AUTH_PROVIDER ?? "embedded"),
    limits: readLimits(values),
    storage: readStorage(values),
    backups: readBackups(values, readStorage(values)),
    outgoing: readOutgoing(values),
    retention: readRetention(values),
  };
}

function url(what: string, protocols: string[]) {
  return defineText(what).refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    {
      error: `must be ${what}`,
    },
  );
}
