// What other rooms may use in the client.
export { MedicationCards } from "../components/medication-cards.tsx";
export { AUDIENCE_WORDS } from "./audience-words.ts";
export { differenceWords } from "./difference-words.ts";
