// What other rooms may use in the client.
export { MedicationRows } from "../components/medication-rows.tsx";
export { differenceWords } from "../rules/difference-words.ts";
export { AUDIENCE_WORDS } from "./audience-words.ts";
