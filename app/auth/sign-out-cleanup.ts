const cleanups = new Set<() => void>();

/**
 * Registers work for the signed-in person that has to stop when they leave this page. Imports nothing, to stay small.
 */
export function addSignOutCleanup(cleanup: () => void): void {
  cleanups.add(cleanup);
}

/** Stops all work for the person who was here, so that none of it continues as the next one. */
export function runSignOutCleanup(): void {
  for (const cleanup of cleanups) cleanup();
}
