import type { Room } from "../../../../server/rooms.ts";
import { programReports } from "./kind.ts";

/** The room's registration with the platform. */
export const room: Room = { name: "program-exports", exports: [programReports] };
