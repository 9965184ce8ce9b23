// What other rooms may use on the server.
export { listNewestLists, type NewList, readLatestMedications, replaceList } from "./data.ts";
