import type { Place } from "./clients.ts";
import { percentile } from "./statistics.ts";

const ROUNDS = 60;

export type QueryCall = { path: string; args: object };

/** The median latency of a query over the HTTP functions API, in ms; each answer is computed anew. */
export async function medianLatency(
  port: number,
  { token }: Place,
  call: QueryCall,
  rounds = ROUNDS,
): Promise<number> {
  const sample: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await callFunction(port, token, "query", call);
    // The first ones find plans and pages of the table.
    if (round >= rounds / 4) sample.push(performance.now() - startedAt);
  }
  return percentile(sample, 0.5);
}

/** Calls a function over the HTTP functions API; throws when it refuses. */
export async function callFunction(
  port: number,
  token: string,
  kind: "query" | "mutation",
  call: QueryCall,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/api/${kind}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...call, format: "json" }),
  });
  const answer = (await response.json()) as { status: string; value: unknown };
  if (answer.status !== "success") throw new Error(`${call.path}: ${JSON.stringify(answer)}`);
  return answer.value;
}
