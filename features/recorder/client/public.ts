// The room's public exports for the browser.
export { listRecordings } from "./local-recordings.ts";
