/** The letters of short ids: without 0, 1, i, l and o, which people mistake for one another. */
export const SHORT_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
export const SHORT_ID_LENGTH = 6;

const SHORT_ID = new RegExp(`^[${SHORT_ID_ALPHABET}]{${SHORT_ID_LENGTH}}$`);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a value from a URL has the form of a short id. */
export const isShortId = (value: string): boolean => SHORT_ID.test(value);

/** Whether a value can be a full id (lower-case UUID). */
export const isFullId = (value: string): boolean => UUID.test(value);

/** The form of an id in an address: a 6-character short id, a full id (UUID), or null for neither. */
export function getIdKind(id: string): "short" | "full" | null {
  if (isShortId(id)) return "short";
  return isFullId(id.toLowerCase()) ? "full" : null;
}

/**
 * A new id (UUID, version 7) for something created on this side: ids of later milliseconds sort behind earlier ones, as
 * far as this clock is right. Unlike `crypto.randomUUID` it works on pages without https too, such as on a server in
 * the home network.
 */
export function createId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // RFC 9562, 5.7: the milliseconds since the epoch, the version and the variant.
  new DataView(bytes.buffer).setUint32(0, Math.floor(now / 0x10000));
  new DataView(bytes.buffer).setUint16(4, now % 0x10000);
  return formatId(bytes, 7);
}

/** A new random id (UUID, version 4), which shows no time; on pages without https too. */
export const createRandomId = (): string => formatId(crypto.getRandomValues(new Uint8Array(16)), 4);

function formatId(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
