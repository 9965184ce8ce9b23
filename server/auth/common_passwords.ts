import { PRODUCT_NAME } from "../../lib/product.ts";

/** Words to reject in a user's new password, because they are guessed first. */
export type PasswordContext = { email?: string | undefined; name?: string | undefined; host: string };

/** An ending that doesn't make another password: `sunshine12`, `password!`. */
const ENDING = /[^\p{L}]{1,4}$/u;

const A_BETTER_ONE = "Take a few words that only you put together, such as a short sentence.";

const PROBLEMS = {
  common: `This password is used by very many people, so it is tried first. ${A_BETTER_ONE}`,
  context: `This password can be guessed from your name, your address or the name of this site. ${A_BETTER_ONE}`,
} as const;

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * The most frequent passwords, some 49,000, in lower case (OWASP ASVS 5.0, 6.2.4 asks for 3,000). Loaded when a
 * password is first set; never by a browser.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map((each) => each.toLowerCase())),
  );
  return loading;
}

/** Why a new password is guessed soon, as a sentence for the screen, or null. */
export async function findCommonPasswordProblem(
  password: string,
  context: PasswordContext,
): Promise<string | null> {
  const typed = password.toLowerCase();
  const stem = typed.replace(ENDING, "");
  const common = await commonPasswords();
  if (common.has(typed) || common.has(stem) || new Set(typed).size <= 2) return PROBLEMS.common;
  const guessed = splitWords(context);
  return [typed, stem].some((each) => guessed.has(getLetters(each))) ? PROBLEMS.context : null;
}

/** Letters and digits alone: `care-diary` and `Care Diary` are one word. */
const getLetters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The texts that make no password by themselves. */
function splitWords({ email = "", name = "", host }: PasswordContext): ReadonlySet<string> {
  const [mailbox = "", domain = ""] = email.split("@");
  const names = name.split(/\s+/);
  const words = [email, mailbox, domain, name, names.toReversed().join(""), ...names, host, PRODUCT_NAME];
  const sites = [PRODUCT_NAME, host].flatMap((site) => [`${site}password`, `my${site}`, `${site}${site}`]);
  return new Set([...words, ...sites].map(getLetters).filter((word) => word !== ""));
}
