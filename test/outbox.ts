import { randomUUID } from "node:crypto";
import type { Service } from "./service.ts";
import type { Claims } from "./tokens.ts";

/** An operation of an outbox as it is sent; see `server/sync/outbox.ts`. */
export type Envelope = {
  outboxId: string;
  n: number;
  acked: number;
  path: string;
  args: Record<string, unknown>;
  age: number;
  opId: string;
};

/** The answer to an operation: its value, or the code of its refusal with the number that is expected instead. */
export type Answer = { value: unknown } | { code: string; expected?: number };

/** An operation with a number of an outbox. */
export const createOperation = (
  outboxId: string,
  n: number,
  path: string,
  args: object,
  more: Partial<Envelope> = {},
): Envelope => ({
  ...{ outboxId, n, acked: 0, path, args: { ...args }, age: 0, opId: randomUUID() },
  ...more,
});

/** Reads an answer, over HTTP or by the sync protocol. */
// biome-ignore lint/suspicious/noExplicitAny: messages of the wire, judged by the tests
export function readAnswer(message: Record<string, any>): Answer {
  const { errorData } = message;
  if (!errorData) return { value: message.value ?? message.result ?? null };
  const { code, expected } = errorData;
  return { code, ...(expected !== undefined && { expected }) };
}

/** Sends operations of one person over HTTP, as a service worker does. */
export async function createHttpSender({ issuer, url }: Pick<Service, "issuer" | "url">, person: Claims) {
  const token = await issuer.tokenFor(person);
  return async (envelope: Envelope, { to = url, key = `${envelope.outboxId}/${envelope.n}` } = {}) => {
    const response = await fetch(`${to}/api/mutation`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        ...(key !== "" && { "Idempotency-Key": key }),
      },
      body: JSON.stringify({ path: "outbox:send", args: envelope, format: "json" }),
    });
    const isRepeat = response.headers.get("idempotency-replayed") === "true";
    return { status: response.status, isRepeat, answer: readAnswer(await response.json()) };
  };
}
