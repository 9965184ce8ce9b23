import { createHash } from "node:crypto";

/** The first line of the built worker (scripts/build/worker.ts). */
const APP = /^const APP = (.*);$/m;

/**
 * Completes the built service worker with a digest of the page that browsers keep, so that they fetch it again when its
 * settings or headers change. `page` null: the worker deletes what it kept, and itself where it isn't needed for reminders.
 */
export function finishWorker(built: string, page: unknown): string {
  return built.replace(APP, (_, app: string) => {
    if (page === null) return "const APP = null;";
    const digest = createHash("sha256").update(JSON.stringify(page)).digest("hex").slice(0, 12);
    return `const APP = ${JSON.stringify({ ...JSON.parse(app), page: digest })};`;
  });
}
