// What other rooms may use on the server.
export { listNewestLists, readLatestMedications, writeListFromPlans } from "./data.ts";
