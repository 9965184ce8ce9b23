import { createPrivateKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { ConfigError, defineText } from "./values.ts";

/** How this server signs its mails (RFC 6376); null where the mail server does it, or nobody. */
export type DkimConfig = {
  domain: string;
  /** The key's name: its public half is in the DNS at `<selector>._domainkey.<domain>`. */
  selector: string;
  privateKey: KeyObject;
} | null;

const KEY = "a private RSA key of at least 1024 bits in PEM";

export const mailSettings = {
  MAIL_DKIM_DOMAIN: defineText("a domain such as example.org")
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional(),
  MAIL_DKIM_SELECTOR: defineText("a name such as care2026")
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)
    .optional(),
  MAIL_DKIM_KEY: z.string("").optional(),
};

type Values = { [Name in keyof typeof mailSettings]?: z.output<(typeof mailSettings)[Name]> };

/** @throws ConfigError for settings that don't go together, and for a key that can't be used; never with its text */
export function readDkim(values: Values): DkimConfig {
  const { MAIL_DKIM_DOMAIN: domain, MAIL_DKIM_SELECTOR: selector } = values;
  const { MAIL_DKIM_KEY: key } = values;
  if (!domain && !selector && !key) return null;
  if (!domain || !selector || !key)
    throw new ConfigError("MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY belong together.");
  // In an environment variable line breaks are often written as \n.
  return { domain, selector, privateKey: readKey(key.replaceAll("\\n", "\n")) };
}

function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "rsa" && key.asymmetricKeyDetails!.modulusLength! >= 1024) return key;
  } catch {
    // The error may quote the key.
  }
  throw new ConfigError(`MAIL_DKIM_KEY must be ${KEY}.`);
}
