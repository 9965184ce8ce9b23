// The room's public exports for the server.
export { mayListExports, mayMakeExport } from "./access.ts";
export { listExports } from "./data.ts";
export { exportFunctions, requestExport } from "./functions.ts";
export { getKinds } from "./kinds.ts";
