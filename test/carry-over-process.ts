// Carries a data directory over as a server's start does, and is killed after the step that its second argument counts.
import { carryOver } from "../server/db/embedded/carry_over.ts";
import { lockDirectory } from "../server/db/embedded/lock.ts";
import { createLog } from "../server/log.ts";

const [dataDir, lastStep, killAfterMs] = process.argv.slice(2);
if (killAfterMs) setTimeout(() => process.kill(process.pid, "SIGKILL"), Number(killAfterMs));
let steps = 0;
const log = createLog("debug", {
  write(line: string) {
    const { msg } = JSON.parse(line) as { msg: string };
    if (!msg.startsWith("carrying over: ")) return;
    steps += 1;
    process.stdout.write(`${msg}\n`);
    if (steps === Number(lastStep)) process.kill(process.pid, "SIGKILL");
  },
});
await lockDirectory(dataDir!);
await carryOver({ dataDir: dataDir!, log, formerPrograms: null });
