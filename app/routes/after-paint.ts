/** Pages out of sight aren't painted; nobody waits for that. */
const AT_MOST_MS = 50;

/** Resolves once the browser has painted what is there now. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // The frame is painted after its callbacks.
      setTimeout(resolve);
    });
  });
}

/**
 * Before another screen is drawn: a press shows that it was felt, and a slow phone draws the screen after that. The
 * first screen of all comes at once.
 */
export const afterPaint = ({ cause }: { cause: "preload" | "enter" | "stay" }): Promise<void> | undefined =>
  cause === "stay" ? painted() : undefined;
