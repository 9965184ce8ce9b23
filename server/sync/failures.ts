import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { CareError, type ErrorCode } from "../../lib/errors.ts";
import type { Message } from "../../lib/words/message.ts";
import { DiskFull, isDiskFull } from "../disk.ts";
import type { Failure } from "./protocol.ts";
import { isTemporaryDatabaseError, isTimeout } from "./sqlstate.ts";

export const BUSY = { key: "refusals.busy" } as const satisfies Message;

/**
 * Turns every error of a function into the client's failure. Expected errors keep their code and message; any other
 * becomes "Internal error" with an id that is also in the log, and no detail leaves the server.
 */
export function toFailure(error: unknown, functionName: string, log: Logger): Failure {
  if (error instanceof CareError) {
    if (error.cause) log.error({ err: error.cause, functionName }, error.message);
    const { code, message, key, values, path } = error;
    const errorData = {
      code,
      message,
      ...(key && { key }),
      ...(values && { values }),
      ...(path && { path }),
    };
    return { errorMessage: message, errorData };
  }
  if (isDiskFull(error)) return toFailure(new DiskFull(error), functionName, log);
  if (isTemporaryDatabaseError(error)) {
    log.warn({ err: error, functionName }, "a function failed in passing");
    const message = isTimeout(error) ? ({ key: "refusals.tookTooLong" } as const) : BUSY;
    return toFailure(new CareError("busy", message), functionName, log);
  }
  const errorId = randomUUID();
  log.error({ err: error, errorId, functionName }, "function failed");
  const message = `Internal error (${errorId})`;
  return { errorMessage: message, errorData: { code: "internal", message, errorId } };
}

/** The code under which clients get an error that was thrown. */
export function getErrorCode(error: unknown): ErrorCode | "internal" {
  if (error instanceof CareError) return error.code;
  return isTemporaryDatabaseError(error) ? "busy" : "internal";
}

/** The code under which clients got a failure. */
export const getFailureCode = ({ errorData }: Failure): string =>
  (errorData as { code?: string } | undefined)?.code ?? "internal";

/** Whether a failure is temporary: a database failure, or an error that the function marks as busy. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof CareError ? error.code === "busy" : isTemporaryDatabaseError(error);
