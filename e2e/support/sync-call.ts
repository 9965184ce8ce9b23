/** A message of a page to the server, as far as tests look into it. */
export type SyncCall = {
  type: string;
  udfPath?: string;
  // biome-ignore lint/suspicious/noExplicitAny: arguments of any function
  args?: any[];
  /** Queries that are added or removed. */
  // biome-ignore lint/suspicious/noExplicitAny: arguments of any function
  modifications?: { type?: string; udfPath?: string; queryId?: number; args?: any[] }[];
};

const OUTBOX_PATH = "outbox:send";

/** Reads a message; a change that comes from the device's outbox as the call that it wraps. */
export function readCall(message: string | Buffer): SyncCall {
  const call: SyncCall = JSON.parse(String(message));
  if (call.udfPath !== OUTBOX_PATH) return call;
  const { path, args } = call.args![0];
  return { ...call, udfPath: path, args: [args] };
}

/** The message with other arguments of its call, in its envelope if it has one. */
export function writeArgs(message: string | Buffer, args: unknown): string {
  const call: SyncCall = JSON.parse(String(message));
  const given = call.udfPath === OUTBOX_PATH ? { ...call.args![0], args } : args;
  return JSON.stringify({ ...call, args: [given] });
}
