import { CLIENT_DIRECTORY, ensureClientBuilt } from "../server/http/client-build.ts";
import { StartError } from "../server/start-error.ts";

// `npm run build` builds the client into `dist`, for this machine or any other with a server of the same version.
try {
  await ensureClientBuilt(undefined, { force: true });
  console.log(`The client is in ${CLIENT_DIRECTORY}.`);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
