// The program: `node server/main.ts`. It sets up Node before any other module is loaded, then runs the server.
import { prepareRuntime, runtimeIsReady } from "./runtime.ts";

prepareRuntime();
const { run } = await import("./run.ts");
await run();
runtimeIsReady();
