// The room's public exports for the browser.

export { useHomeTasks } from "./use-home-tasks.ts";
