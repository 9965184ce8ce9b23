// What other rooms may use in the browser.

export { useHomeTasks } from "./use-home-tasks.ts";
