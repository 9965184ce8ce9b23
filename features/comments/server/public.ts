// What other rooms use of this one on the server.
export { type CopiedComment, listCommentsOn } from "./data.ts";
