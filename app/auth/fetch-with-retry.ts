/**
 * `fetch` that retries while offline or while the server fails (5xx, 429): after 1, 2, 4 … 16 s, or at once when the
 * browser is online again. Returns any other response.
 */
export async function fetchWithRetry(input: string, init?: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(input, init);
      if (response.status < 500 && response.status !== 429) return response;
    } catch {
      // Offline: wait below.
    }
    await waitOrOnline(Math.min(1000 * 2 ** attempt, 16_000));
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
