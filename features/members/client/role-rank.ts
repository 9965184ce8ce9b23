import type { Member } from "../../../lib/api.ts";

export type Role = Member["role"];

/** From most to least rights. */
const RANK: readonly Role[] = ["owner", "admin", "member", "extended"];

/** Whether changing role `from` to role `to` reduces a person's rights. */
export const reducesRights = (from: Role, to: Role): boolean => RANK.indexOf(to) > RANK.indexOf(from);
