// What other rooms may use on the server.
export { pausesBetween } from "./data.ts";
