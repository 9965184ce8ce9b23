import { openWriter, type Place, type Target, type Watcher, type Writer, watch } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { percentile, type Row, round } from "../statistics.ts";
import { usageOf } from "../usage.ts";

const WRITES = 200;
/** A server runs for weeks; the first hundreds of calls are spent on compiling. */
const WARM_UP = 400;

/** A server with its watchers and one writer, and what was measured on it. */
type Side = {
  target: Target;
  watchers: Watcher[];
  writer: Writer;
  latencies: number[];
  cpuBefore: number;
  bytesBefore: number;
  stop(): void;
};

/** So many watchers are measured, spread over the order in which they came; the others only take what is sent. */
const MEASURED = 5;

async function watchAll(environment: Environment, target: Target, members: Place[]) {
  const watchers: Watcher[] = [];
  const drains: { stop(): void }[] = [];
  const share = Math.ceil(members.length / MEASURED);
  for (let i = 0; i < members.length; i += share) {
    const [measured, ...places] = members.slice(i, i + share);
    watchers.push(await watch(target, measured!));
    if (places.length > 0) drains.push(await environment.drain({ target, places, extraQueries: 0 }));
  }
  return {
    watchers,
    stop: () => {
      for (const drain of drains) drain.stop();
    },
  };
}

/**
 * write → applied result of the other members, with so many watchers of one notebook: p50 and p95 over five of them,
 * bytes that one receives per update, CPU of the server a write. Both servers take turns, write by write.
 */
export async function measureFanOut(environment: Environment, count: number): Promise<Row[]> {
  const targets = [await environment.start("floor"), await environment.start("ours")];
  const sides: Side[] = [];
  for (const target of targets) {
    const { owner, members } = await environment.notebook(count);
    const { watchers, stop } = await watchAll(environment, target, members);
    sides.push({
      target,
      watchers,
      writer: await openWriter(target, owner),
      latencies: [],
      cpuBefore: 0,
      bytesBefore: 0,
      stop,
    });
  }
  for (let i = 0; i < WARM_UP; i++) for (const side of sides) await writeOnce(side, `warm ${i}`);
  for (const side of sides) {
    side.latencies = [];
    side.cpuBefore = (await usageOf(side.target.port)).cpu;
    side.bytesBefore = side.watchers[0]!.bytes();
  }
  for (let i = 0; i < WRITES; i++) for (const side of sides) await writeOnce(side, `measured ${i}`);
  const results = [];
  for (const side of sides) {
    const cpu = ((await usageOf(side.target.port)).cpu - side.cpuBefore) / WRITES / 1000;
    const bytes = (side.watchers[0]!.bytes() - side.bytesBefore) / WRITES;
    results.push({ p50: percentile(side.latencies, 0.5), p95: percentile(side.latencies, 0.95), bytes, cpu });
    for (const watcher of side.watchers) watcher.close();
    side.writer.close();
    side.stop();
  }
  for (const target of targets) target.stop();
  const [floor, ours] = results as [Result, Result];
  const watchers = `${count} watcher${count === 1 ? "" : "s"}`;
  return [
    compare(`write → result p50, ${watchers} (ms)`, ours.p50, floor.p50, 1.5),
    compare(`write → result p95, ${watchers} (ms)`, ours.p95, floor.p95, 2),
    {
      what: `bytes per update of a list of 50, ${watchers}`,
      ours: String(round(ours.bytes, 0)),
      floor: String(round(floor.bytes, 0)),
      ratio: null,
      goal: "≤ 1000",
      met: ours.bytes <= 1000,
    },
    compare(`server CPU a write, ${watchers} (ms)`, ours.cpu, floor.cpu, 2),
  ];
}

type Result = { p50: number; p95: number; bytes: number; cpu: number };

async function writeOnce(side: Side, title: string): Promise<void> {
  const began = performance.now();
  const seen = side.watchers.map(
    (watcher) =>
      new Promise<void>((resolve) => {
        watcher.onList = (at, titles) => {
          if (titles[0] !== title) return;
          side.latencies.push(at - began);
          resolve();
        };
      }),
  );
  await side.writer.write(title);
  await Promise.all(seen);
  // Lets both servers come to rest, as between the notes of people.
  await new Promise((resolve) => setTimeout(resolve, 2));
}

function compare(what: string, ours: number, floor: number, most: number): Row {
  const ratio = ours / floor;
  return {
    what,
    ours: String(round(ours)),
    floor: String(round(floor)),
    ratio: round(ratio),
    goal: `≤ ${most} × floor`,
    met: ratio <= most,
  };
}
