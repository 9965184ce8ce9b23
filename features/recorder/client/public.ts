// What other rooms use of this one in the browser.
export { listRecordings } from "./local-recordings.ts";
