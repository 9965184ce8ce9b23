import { CareError } from "../../lib/errors.ts";

/** A disk or a service that fails: whoever waits for a file is told that, and the log the cause. */
export class StorageFault extends CareError {
  constructor(cause: unknown) {
    super("busy", "The file storage doesn't answer at the moment. Please try again later.", { cause });
  }
}

/** Waits for the storage. @throws StorageFault in place of whatever goes wrong there */
export async function fromStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new StorageFault(error);
  }
}
