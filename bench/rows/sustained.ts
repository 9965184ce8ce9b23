import { setTimeout as sleep } from "node:timers/promises";
import { openWriter, type Target, type Writer, watch } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { percentile, type Row, round } from "../statistics.ts";

const NOTEBOOKS = 20;
const WATCHERS = 5;
const STEP_MS = 4000;
const P95_MS = 100;
const RATES = [50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800, 1000, 1200, 1600];

/** The most writes a second in 20 notebooks with 5 watchers each at which p95 to a watcher stays within 100 ms. */
export async function measureSustained(environment: Environment): Promise<Row[]> {
  const floor = await highestRate(environment, "floor");
  const ours = await highestRate(environment, "ours");
  return [
    {
      what: `writes/s, ${NOTEBOOKS} notebooks × ${WATCHERS} watchers, p95 ≤ ${P95_MS} ms`,
      ours: String(ours),
      floor: String(floor),
      ratio: round(ours / floor),
      goal: "≥ 0.6 × floor",
      met: ours >= 0.6 * floor,
    },
  ];
}

async function highestRate(environment: Environment, kind: Target["kind"]): Promise<number> {
  const target = await environment.start(kind);
  const sides: { writer: Writer; sent: Map<string, number> }[] = [];
  let latencies: number[] = [];
  const drains = [];
  for (let i = 0; i < NOTEBOOKS; i++) {
    const { owner, members } = await environment.notebook(WATCHERS);
    const sent = new Map<string, number>();
    const watcher = await watch(target, members[0]!);
    drains.push(await environment.drain({ target, places: members.slice(1), extraQueries: 0 }));
    watcher.onList = (at, titles) => {
      // What came together is one update for the watcher; each write in it counts.
      for (const title of titles) {
        const began = sent.get(title);
        if (began === undefined) continue;
        latencies.push(at - began);
        sent.delete(title);
      }
    };
    sides.push({ writer: await openWriter(target, owner), sent });
  }
  let best = 0;
  for (const rate of RATES) {
    latencies = [];
    const written = await writeAt(rate, sides);
    await sleep(500);
    const missing = sides.reduce((sum, { sent }) => sum + sent.size, 0);
    for (const { sent } of sides) sent.clear();
    if (missing > 0 || percentile(latencies, 0.95) > P95_MS || written < rate * (STEP_MS / 1000) * 0.95)
      break;
    best = rate;
  }
  for (const drain of drains) drain.stop();
  target.stop();
  return best;
}

/** Writes evenly over the notebooks; a notebook whose last write is unanswered after a second stops the step. */
async function writeAt(
  rate: number,
  sides: { writer: Writer; sent: Map<string, number> }[],
): Promise<number> {
  const began = performance.now();
  let issued = 0;
  let answered = 0;
  while (performance.now() - began < STEP_MS) {
    const due = Math.min(((performance.now() - began) / 1000) * rate, (STEP_MS / 1000) * rate);
    while (issued < due) {
      const { writer, sent } = sides[issued % sides.length]!;
      const title = `w${rate}-${issued++}`;
      sent.set(title, performance.now());
      writer.write(title).then(
        () => answered++,
        () => {},
      );
    }
    await sleep(2);
  }
  return answered;
}
