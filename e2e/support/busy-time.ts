import type { Page } from "@playwright/test";

/**
 * Measures the processor time that a page's main thread uses. Elapsed time would depend on what else the machine does.
 * What the test itself asks of the page isn't counted: it can be half of the whole.
 *
 * @returns a function that gives the milliseconds so far
 */
export async function measureBusyTime(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const seconds = (metric: string) => metrics.find(({ name }) => name === metric)!.value;
    return (seconds("TaskDuration") - seconds("DevToolsCommandDuration")) * 1000;
  };
}
