import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../log.ts";

/** Status of a refused or failed function over HTTP; failures are logged where they happen. */
export const FUNCTION_FAILED = 560;

/** Path segments after which a secret follows, such as an invitation's token. */
const SECRET_AFTER = new Set([
  "invitation",
  "invitations",
  "reset-password",
  "verify-email",
  "callback",
  "calendars",
]);

/** An address without its query and without tokens in the path, for the log. */
export function loggablePath(path: string): string {
  const segments = path.slice(0, 300).split("/");
  return segments
    .map((segment, index) => {
      const isSecret = SECRET_AFTER.has(segments[index - 1] ?? "") || segment.length > 40;
      return isSecret && segment ? ":hidden" : segment;
    })
    .join("/");
}

/** Writes one line when the response is complete: API calls at level info, files of the client at debug. */
export function logRequest(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  { id, path, begin }: { id: string; path: string; begin: number },
): void {
  const status = response.writableFinished ? response.statusCode : 499;
  const line = {
    requestId: id,
    method: request.method,
    path: loggablePath(path),
    status,
    ms: Math.round((performance.now() - begin) * 10) / 10,
  };
  if (status >= 500 && status !== FUNCTION_FAILED) log.error(line, "request failed");
  else if (path.startsWith("/api/")) log.info(line, "request");
  else log.debug(line, "request");
}
