// What other rooms may use in the client.
export { differenceWords } from "./difference-words.ts";
