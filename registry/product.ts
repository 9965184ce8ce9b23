import { functions } from "./functions.ts";
import { rooms } from "./rooms.ts";

/** Everything that CareDiary is made of, as a server is given it. */
export const product = { functions, rooms };
