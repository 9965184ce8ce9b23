/** Bounds of a password's length, in characters (NIST SP 800-63B, 5.1.1.2 asks for at least 8). */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** The problem of a new password, as a sentence for the screen, or null. */
export function findPasswordProblem(password: unknown): string | null {
  if (typeof password !== "string" || password.length < PASSWORD_LENGTH.min) {
    return `The password needs at least ${PASSWORD_LENGTH.min} characters.`;
  }
  if (password.length > PASSWORD_LENGTH.max) {
    return `The password can have at most ${PASSWORD_LENGTH.max} characters.`;
  }
  return null;
}
