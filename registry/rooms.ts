import { room as account } from "../features/account/server/room.ts";
import { room as admin } from "../features/admin/server/room.ts";
import { room as attachments } from "../features/attachments/server/room.ts";
import { room as avatars } from "../features/avatars/server/room.ts";
import { room as comments } from "../features/comments/server/room.ts";
import { room as doses } from "../features/doses/server/room.ts";
import { room as escalation } from "../features/escalation/server/room.ts";
import { room as copies } from "../features/exports/server/copies/room.ts";
import { room as exports } from "../features/exports/server/room.ts";
import { room as feeds } from "../features/feeds/server/room.ts";
import { room as handover } from "../features/handover/server/room.ts";
import { room as invitations } from "../features/members/server/invitations/room.ts";
import { room as members } from "../features/members/server/room.ts";
import { room as notebooks } from "../features/notebooks/server/room.ts";
import { room as notes } from "../features/notes/server/room.ts";
import { room as versions } from "../features/notes/server/versions/room.ts";
import { room as notifications } from "../features/notifications/server/room.ts";
import { room as plans } from "../features/plans/server/room.ts";
import { room as progress } from "../features/programs/server/progress/room.ts";
import { room as programExports } from "../features/programs/server/reports/room.ts";
import { room as programs } from "../features/programs/server/room.ts";
import { room as tasks } from "../features/tasks/server/room.ts";
import { room as updates } from "../features/updates/server/room.ts";
import { room as visits } from "../features/visits/server/room.ts";
import { room as webhooks } from "../features/webhooks/server/room.ts";
import type { Room } from "../server/rooms.ts";

/**
 * All rooms with a part in work across rooms. They delete a user's data in this order (memberships first, whose locks
 * keep anybody from joining or handing over meanwhile), and a notebook's copy has their parts in it.
 */
export const rooms: readonly Room[] = [
  members,
  notebooks,
  attachments,
  comments,
  notes,
  versions,
  avatars,
  tasks,
  feeds,
  programs,
  progress,
  plans,
  doses,
  programExports,
  exports,
  copies,
  invitations,
  updates,
  visits,
  handover,
  escalation,
  notifications,
  webhooks,
  account,
  admin,
];
