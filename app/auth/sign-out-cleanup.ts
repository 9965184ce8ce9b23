const stops = new Set<() => void>();

/**
 * Registers work for the signed-in person that has to stop when they leave this page. Imports nothing, to stay small.
 */
export function stopWhenPersonLeaves(stop: () => void): void {
  stops.add(stop);
}

/** Stops all work for the person who was here, so that none of it continues as the next one. */
export function personLeaves(): void {
  for (const stop of stops) stop();
}
