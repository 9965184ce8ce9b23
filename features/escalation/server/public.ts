// What other rooms may use on the server.
export { unansweredSince } from "./stale_data.ts";
