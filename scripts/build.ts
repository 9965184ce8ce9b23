import { CLIENT_DIRECTORY, ensureClientBuilt } from "../server/http/client-build.ts";
import { StartError } from "../server/start-error.ts";

/*
 * Builds the client into `dist`: `npm run build`. A server of the same version uses this folder as it is, so it may
 * be built on another machine.
 */
try {
  await ensureClientBuilt(undefined, { anew: true });
  console.log(`The client is in ${CLIENT_DIRECTORY}.`);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
