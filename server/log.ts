import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from "pino";

/** Structured log, one JSON object per line on stdout. Never log content, tokens or addresses. */
export type Logger = PinoLogger;

/** The values of LOG_LEVEL, from least to most detailed. */
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The log of one process (or of one test, which may read it). Without a destination it writes to stdout
 * synchronously, which the server must not do (see `log_output.ts`).
 * @param base fields of every line
 */
export function createLog(level: LogLevel, destination?: DestinationStream, base: object = {}): Logger {
  const root = {};
  const options: LoggerOptions = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError, error: describeError },
    hooks: {
      logMethod(args, method, level) {
        const write = () => method.apply(this, args);
        const isHeld = level >= WARN && gates.get(root)?.(args[0], write);
        if (!isHeld) write();
      },
    },
    // A safeguard for the rule above: these fields never belong in a log.
    redact: {
      paths: [
        "token",
        "password",
        "secret",
        "authorization",
        "cookie",
        "email",
        "*.token",
        "*.password",
        "*.email",
      ],
      censor: "[hidden]",
    },
  };
  const log = destination ? pino(options, destination) : pino(options);
  return Object.assign(log, { [ROOT_LOG]: root });
}

/** Checks a line of level warn or higher before it is written; true keeps it back, and `write` writes it later. */
type Gate = (first: unknown, write: () => void) => boolean;

const WARN = 40;
const ROOT_LOG = Symbol("root");
const gates = new WeakMap<object, Gate>();

/** Sets the gate of a log and of all logs that are made of it. Returns a function that removes it. */
export function setGate(log: Logger, gate: Gate): () => void {
  const root = (log as Logger & { [ROOT_LOG]: object })[ROOT_LOG];
  gates.set(root, gate);
  return () => void gates.delete(root);
}

/**
 * The loggable form of an error. PostgreSQL quotes people's values in its messages and details, so of its errors only
 * the code and the names of tables, columns and constraints are kept.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, severity, table, constraint, routine } = error as Error & Record<string, unknown>;
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 12)
    .map((line) => line.trim());
  if (typeof severity === "string") return { type: "PostgreSQL", code, table, constraint, routine, frames };
  return { type: error.name, message: error.message.slice(0, 500), code, frames };
}
