let pending: Promise<void> = Promise.resolve();

/** Notes that what a former person left here is being noted as theirs. */
export function setPendingLock(lock: Promise<void>): void {
  pending = lock;
}

/** Resolves when what a former person left here is noted as theirs: until then it counts as the present person's. */
export const waitUntilLocked = (): Promise<void> => pending;
