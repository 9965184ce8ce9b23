import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";

/** An error of the sign-in service as a form shows it: at a field, or for the whole form. */
export type AuthProblem = {
  field: "name" | "email" | "password" | "code" | "form";
  message: string;
  code: string;
};

type ServiceError = { code?: string; message?: string; status?: number };

const FIELDS: Record<string, AuthProblem["field"]> = {
  INVALID_NAME: "name",
  INVALID_EMAIL: "email",
  SAME_EMAIL: "email",
  USER_ALREADY_EXISTS: "email",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "email",
  INVALID_EMAIL_OR_PASSWORD: "password",
  INVALID_NEW_PASSWORD: "password",
  INVALID_PASSWORD: "password",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_LONG: "password",
  INVALID_CODE: "code",
  INVALID_BACKUP_CODE: "code",
};

const WORDS: Record<string, Key> = {
  INVALID_EMAIL_OR_PASSWORD: "authproblem.wrongSignIn",
  INVALID_PASSWORD: "authproblem.wrongPassword",
  USER_ALREADY_EXISTS: "authproblem.accountExists",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "authproblem.accountExists",
  INVALID_CODE: "authproblem.wrongCode",
  INVALID_BACKUP_CODE: "authproblem.wrongBackupCode",
  INVALID_TOKEN: "authproblem.wrongLink",
  TOKEN_EXPIRED: "authproblem.linkEnded",
};

/** Translates the service's error code to a readable message and the field it concerns. */
export function findAuthProblem({ code = "", message, status }: ServiceError): AuthProblem {
  const key = WORDS[code];
  const words = key ? t(key) : message;
  if (words) return { field: FIELDS[code] ?? "form", message: words, code };
  const failed = t(status === 429 ? "authproblem.tooMany" : "authproblem.failed");
  return { field: "form", message: failed, code };
}

type Answer<T> = { data: T | null; error: ServiceError | null };

/** Runs a call of the sign-in service; a network failure is returned as a problem too. */
export async function ask<T>(
  call: () => Promise<Answer<T>>,
): Promise<{ data: T | null; problem: AuthProblem | null }> {
  try {
    const { data, error } = await call();
    return { data, problem: error ? findAuthProblem(error) : null };
  } catch {
    const message = t("authproblem.unreachable");
    return { data: null, problem: { field: "form", message, code: "UNREACHABLE" } };
  }
}
