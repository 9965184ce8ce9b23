import { CareError } from "../../lib/errors.ts";
import type { Message } from "../../lib/words/message.ts";
import { checkDestination, OutgoingRefused, type OutgoingRules, readAddress } from "./destination.ts";

export const NO_SUCH_SERVER = { key: "refusals.noServer" } as const satisfies Message;

/**
 * An address that a person typed, if requests may go there.
 * @param path the argument that the reason is about
 * @throws CareError with the reason
 */
export async function checkTypedAddress(rules: OutgoingRules, text: string, path: string): Promise<URL> {
  try {
    const url = readAddress(text);
    await checkDestination(url, rules);
    return url;
  } catch (error) {
    const message = error instanceof OutgoingRefused ? error.reason : NO_SUCH_SERVER;
    throw new CareError("invalid", message, { path });
  }
}
