import { CLIENT, ensureBuilt, SERVER } from "../server/build/build.ts";
import { StartError } from "../server/start_error.ts";

// `npm run build` builds the client and the server into `dist`, for this machine or any other with the same version.
try {
  for (const build of [SERVER, CLIENT]) {
    const directory = await ensureBuilt(build, { force: true });
    console.log(`The ${build.name} is in ${directory}.`);
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
