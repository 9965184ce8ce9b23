import { functions } from "./functions.ts";
import { rooms } from "./rooms.ts";

/** Everything that CareDiary consists of, as the server is given it. */
export const product = { functions, rooms };
