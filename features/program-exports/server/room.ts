import type { Room } from "../../../server/rooms.ts";
import { programReports } from "./kind.ts";

/** What this room registers with the platform. */
export const room: Room = { name: "program-exports", exports: [programReports] };
