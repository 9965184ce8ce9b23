// What other rooms may use in the browser.

export { ClockNote } from "../components/clock-note.tsx";
export { useHomeTasks } from "./use-home-tasks.ts";
