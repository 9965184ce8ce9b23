// What other rooms may use in the client.
export { FactsSection } from "../components/facts-section.tsx";
export { FIELD_LABELS, notebookFacts } from "./notebook-facts.ts";
export { savedNotebookValues } from "./notebook-values.ts";
