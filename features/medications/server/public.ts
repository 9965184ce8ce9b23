// What other rooms may use on the server.
export { newestLists } from "./data.ts";
