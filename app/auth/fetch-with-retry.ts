import { reachability } from "../../ui/reachability.ts";

/**
 * The most retries for a failing server (care-core 9); a server that is away, busy or starting is asked until it
 * answers.
 */
const MAX_RETRIES = 2;

/**
 * `fetch` that retries while offline, while the server is away or busy (502, 503, 504, 429), and twice when it fails
 * otherwise (other 5xx): after 1, 2, 4 … 16 s, or at once when the browser is online again. Returns any other response,
 * and the last failure.
 * @param wait waits this many ms
 */
export async function fetchWithRetry(
  input: string,
  init?: RequestInit,
  wait: (ms: number) => Promise<void> = waitOrOnline,
): Promise<Response> {
  let failures = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(input, init);
      const isAway = [429, 502, 503, 504].includes(response.status);
      reachability.set(isAway && response.status !== 429);
      if (response.status < 500 && response.status !== 429) return response;
      if (!isAway && failures++ === MAX_RETRIES) return response;
    } catch {
      // Offline: wait below.
      reachability.set(true);
    }
    await wait(Math.min(1000 * 2 ** attempt, 16_000));
  }
}

function waitOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
  });
}
