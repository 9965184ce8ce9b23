import { readFileSync } from "node:fs";
import { ConfigError } from "./values.ts";

/** Settings that a file may contain instead: secrets, and addresses with a password. */
export const SECRETS = [
  "DATABASE_URL",
  "SECRET_KEY",
  "MASTER_KEY",
  "MASTER_KEYS_FORMER",
  "BACKUP_PASSPHRASE",
  "SMTP_URL",
  "MAIL_DKIM_KEY",
  "AUTH_CLIENT_SECRET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "METRICS_TOKEN",
] as const;

/** A secret is a line; a larger file is a mistake, such as a device or a log. */
const MAX_BYTES = 16 * 1024;

/**
 * The environment with the secrets read from the files that `<NAME>_FILE` names: containers and systemd hand secrets over
 * as files, which neither a list of processes nor a crash report shows.
 * @throws ConfigError for both a value and a file, and for a file that can't be read or is empty
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = { ...env };
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE can't both be set.`);
    read[name] = readSecret(`${name}_FILE`, path);
  }
  return read;
}

function readSecret(setting: string, path: string): string {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    throw new ConfigError(`${setting} names a file that can't be read: ${path} (${code}).`);
  }
  const secret = content.trim();
  if (secret === "" || content.length > MAX_BYTES) {
    throw new ConfigError(
      `${setting} must name a file with the value and nothing else: ${path} is ${secret === "" ? "empty" : "too large"}.`,
    );
  }
  return secret;
}
