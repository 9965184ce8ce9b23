// The room's public exports for the client.
export { ClockNote } from "../components/clock-note.tsx";
export { NotebookChoice } from "../components/notebook-choice.tsx";
export { useNotebookClock } from "./notebook-clocks.ts";
export { type Fact, FIELD_LABELS, notebookFacts } from "./notebook-facts.ts";
export { savedNotebookValues } from "./notebook-values.ts";
export { timeZones } from "./time-zones.ts";
