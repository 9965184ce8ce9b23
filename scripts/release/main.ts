// The program of a release archive: the server, or with a first word the operator's commands. Built into one file.
import { existsSync } from "node:fs";
import { isRuntimeReady, prepareRuntime } from "../../server/runtime.ts";

// An upgrade replaces the folder of an archive: data in it, or settings that it lost, would mean an empty database.
if (!process.env.DATA_DIR?.trim() && !existsSync("data")) {
  console.error(
    "DATA_DIR isn't set: name a directory outside of this folder, which an upgrade replaces. Settings stand in the environment, " +
      "in the file that CAREDIARY_ENV names, or in /etc/carediary.env (docs/operating/install.md).",
  );
  process.exit(1);
}

const [command = "start", ...rest] = process.argv.slice(2);
process.argv.splice(2, 1);

if (command === "start" && rest.length === 0) {
  prepareRuntime();
  const { run } = await import("../../server/run.ts");
  await run();
  isRuntimeReady();
} else if (command === "admin") {
  await import("../admin.ts");
} else if (command === "seed" && rest.length === 0) {
  await import("../seed.ts");
} else {
  console.error("carediary start | seed | admin …   (carediary admin --help shows the operator's commands)");
  process.exitCode = 1;
}
