// The room's public exports for the client.
export { ClockNote } from "../components/clock-note.tsx";
export { NotebookChoice } from "../components/notebook-choice.tsx";
export { useNotebookClock } from "./notebook-clocks.ts";
export { type Fact, getNotebookFacts } from "./notebook-facts.ts";
export { getSavedNotebookValues } from "./notebook-values.ts";
export { getTimeZones } from "./time-zones.ts";
