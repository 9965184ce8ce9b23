// What other rooms may use in the client.
export { NO_ALLERGIES_ENTERED } from "./allergy-words.ts";
export { differenceWords } from "./difference-words.ts";
