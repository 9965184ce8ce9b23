// What other rooms may use in the browser.
export { listRecordings } from "./local-recordings.ts";
