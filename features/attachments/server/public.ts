// What other rooms use of this one on the server.
export { listFiles } from "./data.ts";
