/** The kinds of files that may be shown instead of saved: they hold no script that a browser would run. */
export const PREVIEW_TYPES = [
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "application/pdf",
] as const;
export type PreviewType = (typeof PREVIEW_TYPES)[number];

/** How many bytes at the beginning identify the type. */
export const SIGNATURE_LENGTH = 16;

/** The first bytes of each type, as a pattern of hexadecimal digits. */
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
 * The type that a file's first bytes identify, or null for anything that isn't previewed. Only the very beginning
 * counts, although PDF readers accept other bytes before it: so a file that is valid as two types has only the one
 * that we found.
 */
export function getPreviewType(beginning: Uint8Array): PreviewType | null {
  const bytes = Buffer.from(beginning.subarray(0, SIGNATURE_LENGTH)).toString("hex");
  return SIGNATURES.find(([, signature]) => signature.test(bytes))?.[0] ?? null;
}
