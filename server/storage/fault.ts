import { CareError } from "../../lib/errors.ts";
import { isDiskFull } from "../disk.ts";

/**
 * The disk or the storage service failed: the message is for the person who waits for the file, the cause for the
 * log.
 */
export class StorageFault extends CareError {
  constructor(cause: unknown) {
    super("busy", { key: isDiskFull(cause) ? "refusals.diskFull" : "refusals.storageFault" }, { cause });
  }
}

/**
 * Waits for the storage, at most `ms`.
 * @throws StorageFault for any error of the storage
 */
export async function awaitStorage<T>(work: Promise<T>, ms?: number): Promise<T> {
  try {
    return await (ms === undefined ? work : withTimeout(ms, work));
  } catch (error) {
    throw new StorageFault(error);
  }
}

/** Waits at most `ms` for a storage service; a later answer is ignored. */
export async function withTimeout<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The storage service doesn't answer")), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
