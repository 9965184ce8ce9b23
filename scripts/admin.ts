// The operator's commands: `npm run admin -- --help`.

import { createInterface } from "node:readline/promises";
import { ConfigError, loadConfig } from "../server/config.ts";
import { explainLostConnection } from "../server/db/lost_connection.ts";
import { createLog } from "../server/log.ts";
import { OperatorError } from "../server/operator/command.ts";
import { formatOperatorCommand } from "../server/operator/command_line.ts";
import { withDatabase } from "../server/operator/connection.ts";
import { composeHelp } from "../server/operator/help.ts";
import type { PlatformContext } from "../server/operator/platform_command.ts";
import { PLATFORM_COMMANDS } from "../server/operator/platform_commands.ts";
import { findCommand, readInput, refuseUnknown } from "../server/operator/read_arguments.ts";
import { asStartError, StartError } from "../server/start_error.ts";

const words = process.argv.slice(2);

const loadRooms = async () => (await import("../registry/rooms.ts")).rooms;
const loadCommands = async () => [
  ...(await import("../registry/commands.ts")).ROOM_COMMANDS,
  ...PLATFORM_COMMANDS,
];

const log = createLog("fatal");
const readConfig = () => loadConfig(process.env);
const context: PlatformContext = {
  env: process.env,
  log,
  readConfig,
  loadRooms,
  withDatabase: async (work) => {
    const config = readConfig();
    return withDatabase(config, log, (database) => work(database, config));
  },
  report: (line) => console.error(line),
  ask: process.stdin.isTTY ? ask : null,
  markFault: () => {
    process.exitCode = 1;
  },
};

try {
  if (words.includes("--help")) console.log(composeHelp(await loadCommands()));
  else for (const line of await runCommand()) console.log(line);
} catch (failure) {
  const error = explainLostConnection(asStartError(failure));
  const expected = [OperatorError, ConfigError, StartError].some((kind) => error instanceof kind);
  console.error(expected ? (error as Error).message : error);
  if (error instanceof OperatorError)
    console.error(`\`${formatOperatorCommand("--help")}\` shows what there is.`);
  process.exitCode = 1;
}

/** Looks among the platform's commands first: those work also when a room can't be loaded. */
async function runCommand(): Promise<readonly string[]> {
  const ofPlatform = findCommand(words, PLATFORM_COMMANDS);
  const commands = ofPlatform || words.length === 0 ? PLATFORM_COMMANDS : await loadCommands();
  const command = ofPlatform ?? findCommand(words, commands) ?? refuseUnknown(words, commands);
  return command.run(context, readInput(words, command));
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
