import { getFirstLine, StartError } from "../start_error.ts";
import { isDatabaseDown } from "../sync/sqlstate.ts";

/**
 * Replaces the failure of an operator's command whose connection to the database broke by one line: the driver has many
 * messages for it, depending on the moment of the loss. Returns other errors unchanged.
 */
export const explainLostConnection = (error: unknown): unknown =>
  isDatabaseDown(error) && !(error instanceof StartError)
    ? new StartError(
        `The connection to the database broke off (${getFirstLine(error)}): run the command again, it begins anew.`,
        { cause: error },
      )
    : error;
