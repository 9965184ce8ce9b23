/** Calls of one access token to one node in a minute: a program that asks again and again doesn't slow people down. */
export const CALLS_PER_MINUTE = 600;

const WINDOW_MS = 60_000;
/** More tokens than call one node in a minute. */
const MAX_TOKENS = 10_000;

/** Counts the calls of access tokens. */
export class TokenRate {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  /** Counts a call; returns the seconds to wait when there were too many, else null. */
  count(tokenId: string, now: number): number | null {
    let window = this.#windows.get(tokenId);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + WINDOW_MS };
      // Set anew, so that the first in the map is the one whose window began first.
      this.#windows.delete(tokenId);
      this.#windows.set(tokenId, window);
      if (this.#windows.size > MAX_TOKENS) this.#windows.delete(this.#windows.keys().next().value!);
    }
    window.count++;
    return window.count <= CALLS_PER_MINUTE ? null : Math.ceil((window.endsAt - now) / 1000);
  }
}
