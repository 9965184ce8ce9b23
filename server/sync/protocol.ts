import { z } from "zod";

/**
 * Messages of the sync protocol of `convex` 1.48.0, as its client writes and reads them
 * (`node_modules/convex/src/browser/sync/protocol.ts`). Their sizes are limited here.
 */
export const LIMITS = {
  /** One message from a client, bytes: enough for a program file of 2 MB or a photo of 3 MB with its envelope. */
  frameBytes: 4 * 1024 * 1024,
  /** One message, or one body of a call over HTTP, from a client that isn't signed in, bytes. */
  signedOutBytes: 64 * 1024,
  /** Received messages that wait to be handled, bytes; above this the socket is paused. */
  unreadBytes: 1024 * 1024,
  subscriptions: 500,
  subscriptionsSignedOut: 20,
  queuedMutations: 1000,
  runningActions: 20,
  /** Mutations that wait and actions that run, bytes of their messages. */
  heldBytes: 16 * 1024 * 1024,
  /** Connections from one network to one node: not signed in, and all. */
  socketsOfNetwork: { signedOut: 100, all: 2000 },
  /** Connections to one node: not signed in, and all. */
  sockets: { signedOut: 2000, all: 20_000 },
  /** A function's arguments as JSON, characters. */
  argsLength: 3.5 * 1024 * 1024,
  /** A transition longer than this many characters is sent in chunks, so that pings get through in between. */
  chunkLength: 1024 * 1024,
  unsentTransitions: 2,
} as const;

const version = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const args = z.array(z.record(z.string(), z.unknown())).min(0).max(1);
const udfPath = z.string().min(1).max(200);

const addQuery = z.object({
  type: z.literal("Add"),
  queryId: version,
  udfPath,
  args,
  journal: z.string().max(10_000).nullish(),
});
const removeQuery = z.object({ type: z.literal("Remove"), queryId: version });

export const clientMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Connect"),
    sessionId: z.guid().transform((id) => id.toLowerCase()),
    connectionCount: version,
    lastCloseReason: z.string().nullish(),
    maxObservedTimestamp: z.string().max(20).nullish(),
    clientTs: z.number().optional(),
  }),
  z.object({
    type: z.literal("Authenticate"),
    tokenType: z.enum(["User", "None", "Admin"]),
    value: z.string().max(16_384).optional(),
    baseVersion: version,
  }),
  z.object({
    type: z.literal("ModifyQuerySet"),
    baseVersion: version,
    newVersion: version,
    modifications: z.array(z.discriminatedUnion("type", [addQuery, removeQuery])).max(2000),
  }),
  z.object({ type: z.literal("Mutation"), requestId: version, udfPath, args }),
  z.object({ type: z.literal("Action"), requestId: version, udfPath, args }),
  z.object({ type: z.literal("Event"), eventType: z.string(), event: z.unknown() }),
]);

export type ClientMessage = z.output<typeof clientMessage>;
export type AddQuery = z.output<typeof addQuery>;
export type Connect = Extract<ClientMessage, { type: "Connect" }>;
export type Authenticate = Extract<ClientMessage, { type: "Authenticate" }>;
export type ModifyQuerySet = Extract<ClientMessage, { type: "ModifyQuerySet" }>;
export type FunctionCall = Extract<ClientMessage, { type: "Mutation" | "Action" }>;

/** Writes a timestamp as the protocol does: base64 of 8 little-endian bytes. */
export function encodeTimestamp(ts: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Reads a timestamp of the protocol; null when it isn't one. */
export function decodeTimestamp(encoded: string): bigint | null {
  const bytes = Buffer.from(encoded, "base64");
  return bytes.length === 8 ? bytes.readBigUInt64LE() : null;
}

/** The version of a client's view: of its query set, its newest commit (`ts`) and its identity. */
export type StateVersion = { querySet: number; ts: bigint; identity: number };

export const encodeVersion = ({ querySet, ts, identity }: StateVersion): string =>
  `{"querySet":${querySet},"ts":"${encodeTimestamp(ts)}","identity":${identity}}`;

export type Failure = { errorMessage: string; errorData?: unknown };

/** A message that violates the protocol; the connection is closed with this error's message. */
export class ProtocolViolation extends Error {}

/** The response to a mutation. `ts`: the encoded timestamp of its commit; `json`: its result. */
export const createMutationResponse = ({ requestId }: FunctionCall, json: string, ts: string): string =>
  `{"type":"MutationResponse","requestId":${requestId},"success":true,"result":${json},"ts":"${ts}","logLines":[]}`;

/** The response to an action. `json` is its result. */
export const createActionResponse = ({ requestId }: FunctionCall, json: string): string =>
  `{"type":"ActionResponse","requestId":${requestId},"success":true,"result":${json},"logLines":[]}`;

/** The response to a mutation or an action that was refused or failed. */
export const createFailureResponse = (
  { type, requestId }: FunctionCall,
  { errorMessage, errorData }: Failure,
): string =>
  JSON.stringify({
    type: `${type}Response`,
    requestId,
    success: false,
    result: errorMessage,
    errorData,
    logLines: [],
  });
