/** Texts that loaded modules use and that are on their way (loaded.ts): what loads a screen or a part waits for them. */
export const loadingTexts = new Set<Promise<void>>();

/** Resolves when all texts are there that loaded modules use. */
export async function waitForTexts(): Promise<void> {
  if (loadingTexts.size > 0) await Promise.all(loadingTexts);
}
