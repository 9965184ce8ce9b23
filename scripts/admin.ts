// What an operator does by hand: `npm run admin -- --help`.
import { ConfigError, loadConfig } from "../server/config.ts";
import { createLog } from "../server/log.ts";
import { isAboutKeys, OperatorError, readCommand, USAGE } from "../server/operator/command.ts";
import { withDatabase } from "../server/operator/connection.ts";
import { manageKeys } from "../server/operator/keys.ts";
import { perform } from "../server/operator/perform.ts";
import { StartError } from "../server/start-error.ts";

const words = process.argv.slice(2);

try {
  if (words.includes("--help")) console.log(USAGE);
  else {
    const command = readCommand(words);
    const config = loadConfig(process.env);
    const lines = await withDatabase(config, createLog("fatal"), (database) =>
      isAboutKeys(command) ? manageKeys(database, config, command) : perform(database, command),
    );
    for (const line of lines) console.log(line);
  }
} catch (error) {
  const expected = [OperatorError, ConfigError, StartError].some((kind) => error instanceof kind);
  console.error(expected ? (error as Error).message : error);
  if (error instanceof OperatorError) console.error("`npm run admin -- --help` shows what there is.");
  process.exitCode = 1;
}
