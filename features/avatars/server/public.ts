// What other rooms use of this one on the server.
export { photoToUse } from "./access.ts";
