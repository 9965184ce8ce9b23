import { type Config, loadConfig } from "../server/config.ts";
import type { Database } from "../server/db/database.ts";
import { createLog } from "../server/log.ts";
import type { PlatformCommand, PlatformContext } from "../server/operator/platform_command.ts";
import { findCommand, readInput, refuseUnknown } from "../server/operator/read_arguments.ts";

type Around = {
  database: Database;
  /** Settings that aren't as without any. */
  config?: Partial<Config>;
  /** The operator's answer; absent without a terminal. */
  ask?: (question: string) => Promise<boolean>;
};

/** Runs one of these commands on a database as `npm run admin` does; returns the lines that it prints. */
export async function runOperatorCommand(
  commands: readonly PlatformCommand[],
  line: string,
  { database, config, ask }: Around,
): Promise<readonly string[]> {
  const words = line.split(" ").filter((word) => word !== "");
  const readConfig = (): Config => ({ ...loadConfig({}), ...config });
  const context: PlatformContext = {
    env: {},
    log: createLog("silent"),
    readConfig,
    withDatabase: (work) => work(database, readConfig()),
    loadRooms: async () => (await import("../registry/rooms.ts")).rooms,
    report: () => undefined,
    ask: ask ?? null,
    markFault: () => undefined,
  };
  const command = findCommand(words, commands) ?? refuseUnknown(words, commands);
  return command.run(context, readInput(words, command));
}
