// What other rooms may use on the server.
export { photoToUse } from "./access.ts";
