// What other rooms may use in the client.
export { MedicationCards } from "../components/medication-cards.tsx";
export { formatDifference } from "../rules/difference-words.ts";
export { AUDIENCE_WORDS } from "./audience-words.ts";
