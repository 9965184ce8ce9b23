// The room's public exports for the server.
export { maySeeTarget, type TargetAccess } from "./access.ts";
export { countComments } from "./counts.ts";
export { readCommentTexts } from "./data.ts";
