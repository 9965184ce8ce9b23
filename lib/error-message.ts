import { hasText, t, type Values } from "./words/t.ts";

/** Whether the connection broke after an action was sent and before its answer: it may or may not have run. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("Connection lost while action was in flight");

/** The message of a failed call for the person: that the connection broke, or that of `getServerMessage`. */
export const getErrorMessage = (error: unknown, fallback: string): string =>
  isConnectionLost(error) ? t("shared.connectionLost") : getServerMessage(error, fallback);

/**
 * The server's message for a failed call, in the reader's language where its text is loaded: that of an expected error
 * (`data` of a ConvexError, without needing its class), else `fallback`. Unexpected errors contain internals that help
 * nobody, so they aren't shown.
 */
export function getServerMessage(error: unknown, fallback: string): string {
  if (typeof error !== "object" || error === null || !("data" in error)) return fallback;
  const { data } = error;
  if (typeof data === "string" && data) return data;
  if (typeof data !== "object" || data === null || !("message" in data)) return fallback;
  const { message } = data;
  if ("key" in data && typeof data.key === "string" && hasText(data.key))
    return t(data.key, ("values" in data ? data.values : undefined) as Values | undefined);
  // An unexpected error: its message is an id for the log.
  if ("code" in data && data.code === "internal") return fallback;
  return typeof message === "string" && message ? message : fallback;
}

/** The path of the argument that the server refused, such as "email"; null for any other failure. */
export function getRefusedArgument(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("data" in error)) return null;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("path" in data)) return null;
  return typeof data.path === "string" ? data.path : null;
}
