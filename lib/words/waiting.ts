/** Texts that loaded modules use and that are on their way (loaded.ts): what loads a screen or a part waits for them. */
export const loadingTexts = new Set<Promise<void>>();

/** Loads code together with the texts that it uses. */
export async function loadWithTexts<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const loaded = await load();
  await waitForTexts();
  return loaded;
}

/** Resolves when all texts are there that loaded modules use. */
export async function waitForTexts(): Promise<void> {
  if (loadingTexts.size > 0) await Promise.all(loadingTexts);
}
