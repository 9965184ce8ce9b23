// What other rooms may use on the server.
export { maySeeTarget, type TargetAccess } from "./access.ts";
export { countComments } from "./counts.ts";
export { commentTexts } from "./data.ts";
