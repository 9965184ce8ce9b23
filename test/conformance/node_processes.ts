import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Service } from "../service.ts";

const processes = new Set<ChildProcess>();

/** A node of the service as its own process, which can be stopped and killed. */
export type NodeProcess = { url: string; signal(name: NodeJS.Signals): void; kill(): Promise<void> };

/** @param temporary the directory for what it leaves behind when it is killed; the system's without it */
export async function startNodeProcess(
  service: Pick<Service, "database" | "issuer">,
  temporary = tmpdir(),
): Promise<NodeProcess> {
  const child = fork(join(import.meta.dirname, "node_process.ts"), [service.database.connectionString], {
    execArgv: [],
    env: { ...process.env, TMPDIR: temporary },
  });
  processes.add(child);
  child.on("message", ({ check, token }: { check?: number; token: string }) => {
    if (check === undefined) return;
    const answer = (identity: unknown) => child.connected && child.send({ check, identity });
    service.issuer.verifyToken(token).then(answer, () => answer(null));
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return {
    url,
    signal: (name) => child.kill(name),
    async kill() {
      processes.delete(child);
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Kills the processes that a test has left running. */
export function endNodeProcesses(): void {
  for (const child of processes) child.kill("SIGKILL");
}
