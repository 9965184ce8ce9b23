import type { CareError } from "../../lib/errors.ts";
import type { Identity } from "../auth/identity.ts";
import type { ServerFunction } from "../functions/define.ts";

/**
 * Identifies a mutation permanently: the client's session and its number in it. `fingerprint`: the content of a request
 * that its caller named, SHA-256 in hex; the same request with other content is refused.
 */
export type RequestKey = { sessionId: string; requestId: number; fingerprint?: string; acked?: number };

/** An operation of an outbox: the outbox's id, the number in it, and up to where its outcomes have been read. */
export type OperationKey = Required<RequestKey>;

/** A function with its validated arguments and its caller. */
export type MutationCall = {
  fn: ServerFunction;
  name: string;
  args: Record<string, unknown>;
  identity: Identity | null;
  /** The operation of an outbox that it is, and when it was made. */
  operation?: { id: string; madeAt: Date };
  /** Why it is refused without running. */
  refusal?: CareError;
};
