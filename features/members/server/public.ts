// What other rooms may use on the server.
export { insertMember } from "./data.ts";
