import { z } from "zod";
import { StartError } from "../start_error.ts";

/** A variable has an invalid value; the message names the variable. */
export class ConfigError extends StartError {
  override name = "ConfigError";
}

/** A text schema whose every error reads "must be `what`"; the value itself, perhaps a secret, is never shown. */
export function defineText(what: string) {
  return z.string({ error: () => `must be ${what}` });
}

/** An http or https address; with `originOnly`, one without path, query, name and password. */
export function parseHttpUrl(what: string, { originOnly = false } = {}) {
  return defineText(what).refine(
    (value) => {
      if (!URL.canParse(value)) return false;
      const { protocol, pathname, search, hash, username, password } = new URL(value);
      if (protocol !== "http:" && protocol !== "https:") return false;
      return !originOnly || (pathname === "/" && !search && !hash && !username && !password);
    },
    { error: `must be ${what}` },
  );
}

/** true or false, also written 1, 0, yes, no, on, off. */
export function defineFlag() {
  return z.stringbool({ error: "must be true or false" });
}
