// What other rooms may use on the server.
export { readUnanswered } from "./stale_data.ts";
