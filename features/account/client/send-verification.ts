import { ask } from "./auth-problem.ts";
import { embeddedClient } from "./embedded-client.ts";

/**
 * Sends the signed-in user the link that confirms their address; afterwards it leads to `returnTo`. Returns why it
 * could not be sent, in words; null when it was.
 */
export async function sendVerification(email: string, returnTo: string): Promise<string | null> {
  const { problem } = await ask(() => embeddedClient.sendVerificationEmail({ email, callbackURL: returnTo }));
  return problem?.message ?? null;
}
