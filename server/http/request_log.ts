import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../log.ts";
import { getLoggablePath } from "./secret_paths.ts";

/** Status of a refused or failed function over HTTP; failures are logged where they happen. */
export const FUNCTION_FAILED: number = 560;

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
    path: getLoggablePath(path),
    status,
    ms: Math.round((performance.now() - begin) * 10) / 10,
  };
  if (status >= 500 && status !== FUNCTION_FAILED) log.error(line, "request failed");
  else if (path.startsWith("/api/")) log.info(line, "request");
  else log.debug(line, "request");
}
