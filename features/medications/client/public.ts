// What other rooms may use in the client.
export { MedicationNames } from "../components/medication-cards.tsx";
export { PrintedList } from "../components/printed-list.tsx";
export { formatDifference } from "../rules/difference-words.ts";
