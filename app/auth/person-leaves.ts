const stops = new Set<() => void>();

/** Has something stop that works for the signed-in person when they leave this page. Light: it loads nothing itself. */
export function stopWhenPersonLeaves(stop: () => void): void {
  stops.add(stop);
}

/** Stops all work for the person who was here, so that nothing of theirs goes on as the next one. */
export function personLeaves(): void {
  for (const stop of stops) stop();
}
