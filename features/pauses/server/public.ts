// What other rooms may use on the server.
export { pausesBetween, pausesOfNotebooks } from "./data.ts";
