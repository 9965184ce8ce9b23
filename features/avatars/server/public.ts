// The room's public exports for the server.
export { photoToUse } from "./access.ts";
