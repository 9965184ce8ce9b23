// The room's public exports for the server.
export { findUsablePhoto } from "./access.ts";
