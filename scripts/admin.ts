// The operator's commands: `npm run admin -- --help`.

import { createInterface } from "node:readline/promises";
import { changeAccount } from "../features/admin/server/operator/accounts.ts";
import { isAboutBackups, readBackupCommand } from "../features/admin/server/operator/backup_command.ts";
import { manageBackups } from "../features/admin/server/operator/backups.ts";
import {
  isAboutAccount,
  isAboutKeys,
  OperatorError,
  type PersonCommand,
  readCommand,
  UnprovenAddress,
  USAGE,
} from "../features/admin/server/operator/command.ts";
import { withDatabase } from "../features/admin/server/operator/connection.ts";
import { examine } from "../features/admin/server/operator/doctor.ts";
import { readFirstAdminLink } from "../features/admin/server/operator/first_admin_link.ts";
import { manageKeys } from "../features/admin/server/operator/keys.ts";
import { isAboutMoves, readMoveCommand } from "../features/admin/server/operator/move_command.ts";
import { manageMoves } from "../features/admin/server/operator/moves.ts";
import { createPushKey } from "../features/admin/server/operator/new_push_key.ts";
import { perform } from "../features/admin/server/operator/perform.ts";
import { sendTestMail } from "../features/admin/server/operator/test_mail.ts";
import { sendTestPush } from "../features/admin/server/operator/test_push.ts";
import { tryAgain } from "../features/admin/server/operator/try_again.ts";
import { ConfigError, loadConfig } from "../server/config.ts";
import type { Database } from "../server/db/database.ts";
import { explainLostConnection } from "../server/db/lost_connection.ts";
import { getQueues } from "../server/jobs/queue_data.ts";
import { createLog } from "../server/log.ts";
import { formatOperatorCommand } from "../server/operator-command.ts";
import { asStartError, StartError } from "../server/start-error.ts";

const words = process.argv.slice(2);

try {
  if (words.includes("--help")) console.log(USAGE);
  else if (isAboutBackups(words)) {
    const command = await readBackupCommand(words);
    const { rooms } = await import("../registry/rooms.ts");
    const lines = await manageBackups(loadConfig(process.env), createLog("fatal"), rooms, command);
    for (const line of lines) console.log(line);
  } else if (isAboutMoves(words)) {
    const command = readMoveCommand(words, process.env);
    const { rooms } = await import("../registry/rooms.ts");
    const say = (line: string) => console.error(line);
    const lines = await manageMoves(loadConfig(process.env), createLog("fatal"), rooms, command, say);
    for (const line of lines) console.log(line);
  } else if (words[0] === "doctor" && words.length === 1) {
    const { lines, hasFault } = await examine(process.env, createLog("fatal"));
    for (const line of lines) console.log(line);
    if (hasFault) process.exitCode = 1;
  } else {
    const command = readCommand(words);
    const config = loadConfig(process.env);
    const lines =
      command.name === "test-mail"
        ? await sendTestMail(config, command.email)
        : await withDatabase(config, createLog("fatal"), async (database) =>
            isAboutKeys(command)
              ? manageKeys(database, config, command)
              : isAboutAccount(command)
                ? changeAccount(database, config, command)
                : command.name === "first-admin-link"
                  ? readFirstAdminLink(database, config)
                  : command.name === "test-push"
                    ? sendTestPush(database, config, command.email)
                    : command.name === "try-again"
                      ? tryAgain(
                          database,
                          getQueues((await import("../registry/rooms.ts")).rooms),
                          command.queue,
                        )
                      : command.name === "new-push-key"
                        ? createPushKey(database)
                        : performWithConfirmation(database, command),
          );
    for (const line of lines) console.log(line);
  }
} catch (failure) {
  const error = explainLostConnection(asStartError(failure));
  const expected = [OperatorError, ConfigError, StartError].some((kind) => error instanceof kind);
  console.error(expected ? (error as Error).message : error);
  if (error instanceof OperatorError)
    console.error(`\`${formatOperatorCommand("--help")}\` shows what there is.`);
  process.exitCode = 1;
}

/** Asks the operator for confirmation when the address isn't verified; without a terminal it fails. */
async function performWithConfirmation(database: Database, command: PersonCommand): Promise<string[]> {
  try {
    return await perform(database, command);
  } catch (error) {
    if (!(error instanceof UnprovenAddress)) throw error;
    if (!process.stdin.isTTY)
      throw new OperatorError(`${error.message} If you know it is theirs, add --unproven.`);
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await terminal.question(`${error.message}\nDo you know that it is theirs? [y/N] `);
    terminal.close();
    if (!/^y(es)?$/i.test(answer.trim())) return ["Nothing was changed."];
    return perform(database, { ...command, evenUnproven: true } as typeof command);
  }
}
