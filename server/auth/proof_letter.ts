import type { OutgoingMail } from "../mail/message.ts";
import { composeVerificationLetter } from "./letters.ts";
import { signInSecret } from "./secrets.ts";

/**
 * The letter with a link that confirms the address of an account of the embedded sign-in. `secret`: the server's. It
 * loads the sign-in's library, which takes a moment.
 */
export async function composeProofLetter(
  secret: string,
  baseUrl: string,
  email: string,
): Promise<OutgoingMail> {
  const { createEmailVerificationToken } = await import("better-auth/api");
  return composeVerificationLetter(
    email,
    baseUrl,
    await createEmailVerificationToken(signInSecret(secret), email),
    null,
  );
}
