/** Hidden pages aren't painted, so the wait ends after this time. */
const AT_MOST_MS = 50;

/** Resolves once the browser has painted the current state. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // Animation frame callbacks run before the paint, so a timeout waits until after it.
      setTimeout(resolve);
    });
  });
}

/**
 * Paints before another screen is rendered, so that a press gives visible feedback at once even on a slow phone. The
 * first screen doesn't wait.
 */
export const afterPaint = ({ cause }: { cause: "preload" | "enter" | "stay" }): Promise<void> | undefined =>
  cause === "stay" ? nextPaint() : undefined;
