// The program: `node server/main.ts`. It sets up Node before any other module is loaded, then runs the server.
import { join } from "node:path";
import { ensureBuilt, SERVER } from "./build/build.ts";
import { isRuntimeReady, prepareRuntime } from "./runtime.ts";
import { getFirstLine } from "./start_error.ts";

/** For development: loads the modules as they are, so that Node restarts the server when one changes. */
const fromSources = process.argv.includes("--from-sources");

/** The module that runs the server: from its build, or from the sources where it can't be built. */
async function findServer(): Promise<string> {
  if (fromSources) return "./run.ts";
  const onBuild = () => process.stdout.write("Building the server, once after each change …\n");
  try {
    return join(await ensureBuilt(SERVER, { onBuild }), "run.js");
  } catch (error) {
    process.stderr.write(
      `The server runs from its sources, which takes more time to start and more memory: ${getFirstLine(error as Error)}\n`,
    );
    return "./run.ts";
  }
}

prepareRuntime();
const { run } = await import(await findServer());
await run();
isRuntimeReady();
