import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ConfigError, text } from "./values.ts";

/** How this server signs its mails (RFC 6376); null where the mail server does it, or nobody. */
export type DkimConfig = {
  domain: string;
  /** The key's name: its public half is in the DNS at `<selector>._domainkey.<domain>`. */
  selector: string;
  privateKey: KeyObject;
} | null;

const KEY = "a private RSA key of at least 1024 bits in PEM";

export const mailSettings = {
  MAIL_DKIM_DOMAIN: text("a domain such as example.org")
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional(),
  MAIL_DKIM_SELECTOR: text("a name such as care2026")
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)
    .optional(),
  MAIL_DKIM_KEY: z.string("").optional(),
  MAIL_DKIM_KEY_FILE: text("a file").optional(),
};

type Values = { [Name in keyof typeof mailSettings]?: z.output<(typeof mailSettings)[Name]> };

/** @throws ConfigError for settings that don't go together, and for a key that can't be used; never with its text */
export function readDkim(values: Values): DkimConfig {
  const { MAIL_DKIM_DOMAIN: domain, MAIL_DKIM_SELECTOR: selector } = values;
  const { MAIL_DKIM_KEY: key, MAIL_DKIM_KEY_FILE: file } = values;
  if (!domain && !selector && !key && !file) return null;
  if (key && file) throw new ConfigError("MAIL_DKIM_KEY and MAIL_DKIM_KEY_FILE can't both be set.");
  if (!domain || !selector || !(key || file)) {
    throw new ConfigError(
      "MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY or MAIL_DKIM_KEY_FILE belong together.",
    );
  }
  const name = file ? "MAIL_DKIM_KEY_FILE" : "MAIL_DKIM_KEY";
  // In an environment variable line breaks are often written as \n.
  const pem = file ? readKeyFile(file) : key!.replaceAll("\\n", "\n");
  return { domain, selector, privateKey: readKey(pem, name) };
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new ConfigError(`MAIL_DKIM_KEY_FILE ${file} can't be read.`);
  }
}

function readKey(pem: string, name: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "rsa" && key.asymmetricKeyDetails!.modulusLength! >= 1024) return key;
  } catch {
    // The error may quote the key.
  }
  throw new ConfigError(`${name} must be ${KEY}.`);
}
