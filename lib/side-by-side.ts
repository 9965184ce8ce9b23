/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Texts that people wrote, side by side, each with its own direction: without isolates an Arabic name and "500 mg" are
 * shown as "mg 500". The isolates (FSI, PDI) are invisible, and left out where all is written from left to right. Empty
 * texts are left out too.
 */
export function placeSideBySide(texts: readonly string[], separator = " "): string {
  const shown = texts.filter((text) => text !== "");
  if (!shown.some((text) => RIGHT_TO_LEFT.test(text))) return shown.join(separator);
  return shown.map((text) => `\u2068${text}\u2069`).join(separator);
}
