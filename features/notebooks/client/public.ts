// What other rooms may use in the client.
export { type Fact, FIELD_LABELS, notebookFacts } from "./notebook-facts.ts";
export { savedNotebookValues } from "./notebook-values.ts";
