import { COMMANDS as account } from "../features/account/server/commands.ts";
import { COMMANDS as admin } from "../features/admin/server/commands.ts";
import { COMMANDS as members } from "../features/members/server/commands.ts";
import { COMMANDS as notebooks } from "../features/notebooks/server/commands.ts";
import { COMMANDS as notifications } from "../features/notifications/server/commands.ts";
import type { OperatorCommand } from "../server/operator/command.ts";

/** The operator's commands of all rooms. Only `npm run admin` loads them: the running server needs none. */
export const ROOM_COMMANDS: readonly OperatorCommand[] = [
  ...members,
  ...notebooks,
  ...notifications,
  ...account,
  ...admin,
];
