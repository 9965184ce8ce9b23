// What other rooms may use on the server.
export { latestMedications, newestLists, replaceList } from "./data.ts";
