/** Verbatim, care-core 8. */
const CUT_OFF = "Connection lost while action was in flight.";

/** Whether an action was sent and the connection broke before its answer: it may or may not have been done. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("Connection lost while action was in flight");

/** The sentence that a failed call says to a person: that its connection broke, or what `serverMessage` finds. */
export const errorMessage = (error: unknown, fallback: string): string =>
  isCutOff(error) ? CUT_OFF : serverMessage(error, fallback);

/**
 * What the server said of a failed call: the message of an expected error (`data.message` of a ConvexError, without
 * needing its class), else `fallback`. Unexpected errors carry internals that help nobody, so they aren't shown.
 */
export function serverMessage(error: unknown, fallback: string): string {
  if (typeof error !== "object" || error === null || !("data" in error)) return fallback;
  const { data } = error;
  if (typeof data === "string" && data) return data;
  if (typeof data !== "object" || data === null || !("message" in data)) return fallback;
  const { message } = data;
  // What nobody expected: its words are an id for the log.
  if ("code" in data && data.code === "internal") return fallback;
  return typeof message === "string" && message ? message : fallback;
}

/** The path of the argument that the server refused, such as "email"; null when the call failed otherwise. */
export function refusedArgument(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("data" in error)) return null;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("path" in data)) return null;
  return typeof data.path === "string" ? data.path : null;
}
