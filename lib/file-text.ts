/**
 * Decodes the text of a file, without its byte order mark: UTF-8 or UTF-16, which some editors call "Unicode" and
 * which is recognised by the zero byte of a first ASCII letter (RFC 4627, 3). Null for bytes that are neither.
 */
export function readFileText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(getEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function getEncoding([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be";
  return "utf-8";
}
