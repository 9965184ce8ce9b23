// The parts that home has for most people, in one file: each further one is a round trip on a slow line.
export { TodayTasks } from "../../features/tasks/components/today-tasks.tsx";
export { TodayDoses } from "./today-doses.tsx";
