// What other rooms may use in the client.
export { MedicationCards, MedicationNames } from "../components/medication-cards.tsx";
export { PrintedList } from "../components/printed-list.tsx";
export { formatDifference } from "../rules/difference-words.ts";
export { AUDIENCE_WORDS } from "./audience-words.ts";
