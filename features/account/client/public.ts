// What other rooms may use in the client.

export type { ProvePassword } from "./prove-password.ts";
export { provePassword } from "./prove-password.ts";
