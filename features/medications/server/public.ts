// What other rooms may use on the server.
export { latestMedications, type NewList, newestLists, replaceList } from "./data.ts";
