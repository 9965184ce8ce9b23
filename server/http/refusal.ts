import { type PlainWords, writeWords } from "../../lib/errors.ts";
import type { Message } from "../../lib/words/message.ts";

/** The body of a refusal: its English sentence, and the key for screens in another language. */
export const describeRefusal = (message: Message | PlainWords) => ({
  error: writeWords(message),
  ...("key" in message && message),
});
