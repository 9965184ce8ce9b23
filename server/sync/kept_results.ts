import { type Clock, systemClock } from "../clock.ts";

/** How long an entry is kept after its last watcher left, in ms. A result that depends on the time is as old at most. */
export const KEEP_MS = 60_000;
/** The most entries that are kept. */
export const MAX_KEPT = 2000;
/** The most text that kept results have together, in characters. */
export const MAX_KEPT_LENGTH = 16_000_000;

/**
 * Access checks and results without watchers, oldest first. A user who goes from a list to a note and back, or opens an
 * item that another has just closed, gets them without a read of the database.
 */
export class KeptResults<Entry> {
  readonly #entries = new Map<Entry, { since: number; length: number }>();
  readonly #clock: Clock;
  #length = 0;

  constructor(clock = systemClock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @param length of its text, in characters */
  add(entry: Entry, length: number): void {
    this.remove(entry);
    this.#entries.set(entry, { since: this.#clock.elapsed(), length });
    this.#length += length;
  }

  remove(entry: Entry): void {
    this.#length -= this.#entries.get(entry)?.length ?? 0;
    this.#entries.delete(entry);
  }

  /** Removes the entries that are too old or too many, one after the other. */
  *takeSurplus(): Iterable<Entry> {
    const oldest = this.#clock.elapsed() - KEEP_MS;
    for (const [entry, { since }] of this.#entries) {
      if (since > oldest && this.#entries.size <= MAX_KEPT && this.#length <= MAX_KEPT_LENGTH) return;
      this.remove(entry);
      yield entry;
    }
  }
}
