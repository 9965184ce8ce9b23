// What other rooms may use on the server.
export { openRuns } from "./open_data.ts";
