import { timingSafeEqual } from "node:crypto";
import type { Outgoing } from "../../../../server/outgoing/outgoing.ts";

/** A message on a device, as `notification_deliveries` names it. */
export type ShownMessage = { deviceId: string; tag: string };

/** The content of a token: the message, and when it was made for sending (epoch ms, to the second). */
export type AnsweredMessage = ShownMessage & { madeAt: number };

const PURPOSE = "answers to messages";
const MAC_BYTES = 16;
const BYTES = 16 + 16 + 4 + MAC_BYTES;
const VALID_SECONDS = 24 * 3600;

type Keyed = Pick<Outgoing, "keyed">;

/**
 * Creates the token with which a device answers one message: it names the message and its expiry, and can't be forged.
 * It gives no access, and works only together with the session of the message's recipient. It isn't stored.
 * @param now epoch ms
 */
export function createAnswerToken(outgoing: Keyed, { deviceId, tag }: ShownMessage, now: number): string {
  const until = Buffer.alloc(4);
  until.writeUInt32BE(Math.floor(now / 1000) + VALID_SECONDS);
  const content = Buffer.concat([toBytes(deviceId), toBytes(tag), until]);
  return Buffer.concat([content, computeMac(outgoing, content)]).toString("base64url");
}

/** The message that a token answers; null when it is forged, changed or over. */
export function readAnswerToken(outgoing: Keyed, token: string, now: number): AnsweredMessage | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== BYTES) return null;
  const content = bytes.subarray(0, BYTES - MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(BYTES - MAC_BYTES), computeMac(outgoing, content))) return null;
  const until = content.readUInt32BE(32);
  if (until * 1000 < now) return null;
  return {
    deviceId: toId(content.subarray(0, 16)),
    tag: toId(content.subarray(16, 32)),
    madeAt: (until - VALID_SECONDS) * 1000,
  };
}

const computeMac = (outgoing: Keyed, content: Buffer) =>
  outgoing.keyed(PURPOSE, content.toString("base64url")).subarray(0, MAC_BYTES);

const toBytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const toId = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
