// What other rooms may use on the server.
export { findMembers, type Mentionable } from "./data.ts";
export { enqueueMentionMails } from "./mails.ts";
