import { z } from "zod";
import { ConfigError, defineText } from "./values.ts";

/** Who may make an account by the embedded sign-in. */
export type SignUpConfig = {
  /**
   * `open`: everybody, or with `domains` only addresses of these; others need an invitation. `invited`: only with a
   * link of an invitation. `closed`: nobody. The link for the first administrator works in all of them.
   */
  mode: "open" | "invited" | "closed";
  /** In lower case; empty for all. */
  domains: readonly string[];
};

/** The limits per user and notebook; null for no limit. */
export type LimitConfig = {
  notebooksPerPerson: number | null;
  /** Bytes of a notebook's files. */
  notebookStorage: number | null;
  /** Bytes of the files that a person has added to all notebooks. */
  personStorage: number | null;
};

export const NO_LIMITS: LimitConfig = {
  notebooksPerPerson: null,
  notebookStorage: null,
  personStorage: null,
};

const SIZE_UNITS = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;

const size = () =>
  defineText("a size such as 500 MB or 20 GB")
    .regex(/^[1-9]\d{0,5} ?(MB|GB|TB)$/)
    .transform((value) => Number.parseInt(value, 10) * SIZE_UNITS[value.slice(-2) as "MB"])
    .optional();

export const doorSettings = {
  SIGN_UP: z.enum(["open", "invited", "closed"], "must be one of open, invited, closed").optional(),
  SIGN_UP_DOMAINS: defineText("domains with commas between them, such as example.org,clinic.example")
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(,[a-z0-9-]+(\.[a-z0-9-]+)+)*$/)
    .optional(),
  LIMIT_NOTEBOOKS_PER_PERSON: defineText("a whole number from 1 to 10000")
    .regex(/^([1-9]\d{0,3}|10000)$/)
    .transform(Number)
    .optional(),
  LIMIT_NOTEBOOK_STORAGE: size(),
  LIMIT_PERSON_STORAGE: size(),
};

type Values = { [Name in keyof typeof doorSettings]?: z.output<(typeof doorSettings)[Name]> };

/** @throws ConfigError for contradicting settings, so that nobody relies on one without effect */
export function readSignUp(values: Values, provider: string): SignUpConfig {
  const { SIGN_UP: mode = "open", SIGN_UP_DOMAINS: domains } = values;
  if (provider !== "embedded" && (mode !== "open" || domains)) {
    throw new ConfigError(
      `SIGN_UP and SIGN_UP_DOMAINS need AUTH_PROVIDER=embedded: with ${provider}, that service decides who gets an account.`,
    );
  }
  if (domains && mode !== "open") throw new ConfigError("SIGN_UP_DOMAINS needs SIGN_UP=open.");
  return { mode, domains: domains?.split(",") ?? [] };
}

export function readLimits(values: Values): LimitConfig {
  return {
    notebooksPerPerson: values.LIMIT_NOTEBOOKS_PER_PERSON ?? null,
    notebookStorage: values.LIMIT_NOTEBOOK_STORAGE ?? null,
    personStorage: values.LIMIT_PERSON_STORAGE ?? null,
  };
}
