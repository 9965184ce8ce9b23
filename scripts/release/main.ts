// The program of a release archive: the server, or with a first word the operator's commands. Built into one file.
import { prepareRuntime, runtimeIsReady } from "../../server/runtime.ts";

const [command = "start", ...rest] = process.argv.slice(2);
process.argv.splice(2, 1);

if (command === "start" && rest.length === 0) {
  prepareRuntime();
  const { run } = await import("../../server/run.ts");
  await run();
  runtimeIsReady();
} else if (command === "admin") {
  await import("../admin.ts");
} else if (command === "seed" && rest.length === 0) {
  await import("../seed.ts");
} else {
  console.error("carediary start | seed | admin …   (carediary admin --help shows the operator's commands)");
  process.exitCode = 1;
}
