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

const WORDS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: "The e-mail address or the password is wrong.",
  INVALID_PASSWORD: "This isn't your present password.",
  USER_ALREADY_EXISTS: "There is an account with this e-mail address. Sign in instead.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "There is an account with this e-mail address. Sign in instead.",
  INVALID_CODE: "This code is wrong or has run out. Try the newest one.",
  INVALID_BACKUP_CODE: "This backup code is wrong or was used already.",
  INVALID_TOKEN: "This link is wrong or has run out. Ask for a new one.",
  TOKEN_EXPIRED: "This link has run out. Ask for a new one.",
};

/** Translates the service's error code to a readable message and the field it concerns. */
export function findAuthProblem({ code = "", message, status }: ServiceError): AuthProblem {
  const words = WORDS[code] ?? message;
  if (words) return { field: FIELDS[code] ?? "form", message: words, code };
  const busy = "Too many attempts. Please wait a little and try again.";
  return { field: "form", message: status === 429 ? busy : "That did not work. Please try again.", code };
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
    const message = "We could not reach the server. Check your connection and try again.";
    return { data: null, problem: { field: "form", message, code: "UNREACHABLE" } };
  }
}
