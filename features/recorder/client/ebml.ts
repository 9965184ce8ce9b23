/**
 * The header of an element of a WebM file (RFC 8794 EBML), which consists of an id, a size, and content of that size.
 * `size` is Infinity where it is unknown, as in a live stream; `start` is the offset of the content.
 */
export type ElementHeader = { id: number; size: number; start: number };

/** Reads an element's id and size at `at`. */
export function readHeader(data: Uint8Array, at: number): ElementHeader | "short" | "broken" {
  const idLength = Math.clz32(data[at]!) - 23;
  if (idLength > 4) return "broken";
  const sizeAt = at + idLength;
  if (sizeAt >= data.length) return "short";
  const sizeLength = Math.clz32(data[sizeAt]!) - 23;
  if (sizeLength > 8) return "broken";
  const start = sizeAt + sizeLength;
  if (start > data.length) return "short";
  const id = readUint(data.subarray(at, sizeAt));
  const first = data[sizeAt]! & (0xff >> sizeLength);
  const others = data.subarray(sizeAt + 1, start);
  const isUnknown = first === 0xff >> sizeLength && others.every((byte) => byte === 0xff);
  const size = others.reduce((sum, byte) => sum * 256 + byte, first);
  return { id, size: isUnknown ? Number.POSITIVE_INFINITY : size, start };
}

/** An unsigned integer of any width. */
export const readUint = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

/** The child elements of a complete element; truncated ones are left out. */
export function readElements(bytes: Uint8Array): { id: number; bytes: Uint8Array }[] {
  const children: { id: number; bytes: Uint8Array }[] = [];
  let at = 0;
  while (at < bytes.length) {
    const header = readHeader(bytes, at);
    if (typeof header === "string") break;
    const end = header.start + header.size;
    if (end > bytes.length) break;
    children.push({ id: header.id, bytes: bytes.subarray(header.start, end) });
    at = end;
  }
  return children;
}

/** An integer in eight bytes. */
export function encodeUint(value: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value));
  return new Uint8Array(view.buffer);
}

/** The total length of all parts. */
export const getLength = (parts: Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0);

/** Concatenates the parts. */
export function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(getLength(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** An element with its content; its size includes `after` more bytes that follow elsewhere. */
export function encodeElement(id: number, inside: Uint8Array[], after = 0): Uint8Array<ArrayBuffer> {
  const idBytes = encodeUint(id);
  const idStart = idBytes.findIndex((byte) => byte !== 0);
  const size = encodeUint(getLength(inside) + after);
  // Always eight bytes, as the first byte declares.
  size[0] = 1;
  return concat([idBytes.subarray(idStart), size, ...inside]);
}
