import { z } from "zod";
import { readMasterKey } from "../vault/master_keys.ts";
import { defineText } from "./values.ts";

const KEY_DESCRIPTION = "32 random bytes in base64 (openssl rand -base64 32 makes them)";

const masterKey = (what: string) =>
  defineText(what).transform((value, context) => {
    const key = readMasterKey(value.trim());
    if (key) return key;
    context.addIssue({ code: "custom", message: `must be ${what}` });
    return z.NEVER;
  });

/** The encryption keys. */
export const keySettings = {
  MASTER_KEY: masterKey(KEY_DESCRIPTION).optional(),
  MASTER_KEYS_FORMER: defineText("a list of former master keys with commas between them")
    .transform((value) => value.split(","))
    .pipe(z.array(masterKey(`a list of keys with commas between them, each ${KEY_DESCRIPTION}`)))
    .optional(),
};
