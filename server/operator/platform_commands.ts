import { BACKUP_COMMANDS } from "./backup_commands.ts";
import { CHECK_COMMANDS } from "./check_commands.ts";
import { KEY_COMMANDS } from "./key_commands.ts";
import { MOVE_COMMANDS } from "./move_commands.ts";
import type { PlatformCommand } from "./platform_command.ts";

/** The commands that need no data of a room; registry/commands.ts has the others. */
export const PLATFORM_COMMANDS: readonly PlatformCommand[] = [
  ...KEY_COMMANDS,
  ...BACKUP_COMMANDS,
  ...MOVE_COMMANDS,
  ...CHECK_COMMANDS,
];
