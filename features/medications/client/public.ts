// What other rooms may use in the client.
export { differenceWords } from "../rules/difference-words.ts";
