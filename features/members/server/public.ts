// What other rooms use of this one on the server.
export { insertMember } from "./data.ts";
