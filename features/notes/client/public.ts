// What other rooms may use in the client.
export { VisibilityMark } from "../components/visibility-mark.tsx";
export { failureText } from "./failure-words.ts";
export { saveWithTimeout } from "./save-with-timeout.ts";
