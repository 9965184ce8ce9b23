/** The kinds of files that may be shown instead of saved: they hold no script that a browser would run. */
export const PREVIEW_TYPES = [
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "application/pdf",
] as const;
export type PreviewType = (typeof PREVIEW_TYPES)[number];

/** How many bytes from the beginning tell the kind. */
export const SIGNATURE_LENGTH = 16;

/** A file begins with these bytes, written as hexadecimal. */
const SIGNATURES: [PreviewType, RegExp][] = [
  ["image/jpeg", /^ffd8ff/],
  ["image/png", /^89504e470d0a1a0a/],
  // GIF87a, GIF89a
  ["image/gif", /^474946383[79]61/],
  // RIFF, a length, WEBP
  ["image/webp", /^52494646.{8}57454250/],
  // %PDF- and a digit
  ["application/pdf", /^255044462d3\d/],
];

/**
 * What the first bytes of a file say that it is, or null for anything that isn't shown. Only the very beginning
 * counts, although readers of PDF forgive what stands before it: a file of two kinds is then the one that we name.
 */
export function previewTypeOf(beginning: Uint8Array): PreviewType | null {
  const bytes = Buffer.from(beginning.subarray(0, SIGNATURE_LENGTH)).toString("hex");
  return SIGNATURES.find(([, signature]) => signature.test(bytes))?.[0] ?? null;
}
