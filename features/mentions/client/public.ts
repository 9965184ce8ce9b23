// What other rooms may use in the browser.
export { type OtherMember, useOtherMembers } from "./use-other-members.ts";
