import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../environment.ts";
import { type Row, round } from "../statistics.ts";
import { usageOf } from "../usage.ts";

const SOCKETS = 200;
const MAX_MB = 250;

/** Memory of the server process with 200 connected sockets of 5 live queries each, spread over 10 notebooks. */
export async function measureMemory(environment: Environment): Promise<Row[]> {
  const target = await environment.start("ours");
  const places = [];
  for (let i = 0; i < 10; i++) places.push(...(await environment.notebook(SOCKETS / 10)).members);
  const drain = await environment.drain({ target, places, extraQueries: 4 });
  await sleep(2000);
  const mb = (await usageOf(target.port)).rss / 1024 / 1024;
  drain.stop();
  target.stop();
  return [
    {
      what: `memory with ${SOCKETS} sockets × 5 live queries (MB)`,
      ours: String(round(mb, 0)),
      floor: "–",
      ratio: null,
      goal: `< ${MAX_MB}`,
      met: mb < MAX_MB,
    },
  ];
}
