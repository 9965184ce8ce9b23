import "fake-indexeddb/auto";
import { ConvexError, type JSONValue } from "convex/values";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Outbox } from "../../app/sync/outbox/outbox.ts";
import { busyMarks, functions } from "../conformance/functions.ts";
import { eventually } from "../conformance/waiting.ts";
import { createHttpSender, type Envelope } from "../outbox.ts";
import { careTeam } from "../people.ts";
import { LONGER } from "../random.ts";
import { type Service, startService } from "../service.ts";

let service: Service;
let second: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let post: Awaited<ReturnType<typeof createHttpSender>>;
beforeAll(async () => {
  service = await startService({ functions });
  second = await service.startSecondNode();
  team = await careTeam(service);
  post = await createHttpSender(service, team.caregiver);
});
afterAll(() => service.close());

/** What happens on a device. `tab` counts its open tabs from the oldest, beyond the last from the oldest again. */
type Step = { device: number } & (
  | { do: "write"; tab: number; mood: "write" | "refuse" | "busy" }
  | { do: "open" }
  /** The browser ends a tab without a word to it. */
  | { do: "kill"; tab: number }
  | { do: "line"; isThere: boolean }
  /** The next answers are lost on their way, and the client sends again. */
  | { do: "lose"; answers: number }
);

const DEVICES = 3;
const device = fc.nat({ max: DEVICES - 1 });
const tab = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      device,
      tab,
      mood: fc.oneof(
        { weight: 8, arbitrary: fc.constant("write" as const) },
        { weight: 1, arbitrary: fc.constant("refuse" as const) },
        { weight: 1, arbitrary: fc.constant("busy" as const) },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("open" as const), device }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("kill" as const), device, tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("line" as const), device, isThere: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("lose" as const),
      device,
      answers: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

/** The connection of one tab, as the client's: one message after the other, again and again until it is answered. */
class Line {
  isDead = false;
  #last: Promise<unknown> = Promise.resolve();
  readonly #device: Device;

  constructor(ofDevice: Device) {
    this.#device = ofDevice;
  }

  send = (envelope: Envelope): Promise<JSONValue> => {
    const answer = this.#last.then(() => this.#sendUntilAnswered(envelope));
    this.#last = answer.catch(() => {});
    return answer;
  };

  async #sendUntilAnswered(envelope: Envelope): Promise<JSONValue> {
    for (;;) {
      await this.#device.waitForLine();
      if (this.isDead) return new Promise(() => {});
      // The socket writes the age, which no order depends on; each message may go to another node.
      const to = envelope.n % 2 === 0 ? service.url : second.url;
      const { answer } = await post({ ...envelope, age: 0 }, { to });
      if (this.#device.lost > 0) this.#device.lost--;
      else if (this.isDead) return new Promise(() => {});
      else if ("value" in answer) return answer.value as JSONValue;
      else throw new ConvexError({ ...answer, message: `Refused: ${answer.code}` });
    }
  }
}

type Tab = { outbox: Outbox; line: Line };

class Device {
  readonly name: string;
  tabs: Tab[] = [];
  lost = 0;
  /** The marks that this device has stored, in order. */
  readonly stored: { mark: string; mood: string }[] = [];
  #line: { promise: Promise<void>; resolve: () => void } | null = null;
  #made = 0;

  constructor(name: string) {
    this.name = name;
  }

  waitForLine = async (): Promise<void> => {
    while (this.#line) await this.#line.promise;
  };

  setLine(isThere: boolean): void {
    if (isThere) {
      this.#line?.resolve();
      this.#line = null;
    } else this.#line ??= Promise.withResolvers<void>();
  }

  async open(): Promise<void> {
    const line = new Line(this);
    const connection = { send: line.send as never, showLayer: () => 0, hideLayer: () => {} };
    const outbox = await Outbox.open(this.name, connection, () => {});
    this.tabs.push({ outbox: outbox!, line });
  }

  async write(index: number, mood: "write" | "refuse" | "busy"): Promise<void> {
    if (this.tabs.length === 0) await this.open();
    const { outbox } = this.tabs[index % this.tabs.length]!;
    const mark = `${this.name} ${++this.#made}`;
    if (mood === "busy") busyMarks.add(mark);
    const args = { diaryId: team.diaryId, mark, isRefused: mood === "refuse" };
    const { answer, queue } = await outbox.add({ path: "test:leaveMark", args, layer: null, layerId: null });
    answer.catch(() => {});
    queue();
    this.stored.push({ mark, mood });
  }

  kill(index: number): void {
    const [killed] = this.tabs.splice(index % Math.max(this.tabs.length, 1), 1);
    if (!killed) return;
    killed.line.isDead = true;
    killed.outbox.close();
  }
}

async function run(of: Device, step: Step): Promise<void> {
  if (step.do === "write") await of.write(step.tab, step.mood);
  if (step.do === "open" && of.tabs.length < 3) await of.open();
  if (step.do === "kill") of.kill(step.tab);
  if (step.do === "line") of.setLine(step.isThere);
  if (step.do === "lose") of.lost = step.answers;
}

let histories = 0;

it("keeps, sends once and in order what three devices write, whatever happens to their tabs, lines and answers", {
  timeout: 60_000 * LONGER,
}, async () => {
  // Refusals are logged.
  vi.spyOn(console, "error").mockImplementation(() => {});
  let kills = 0;
  let writes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const history = ++histories;
      const devices = Array.from({ length: DEVICES }, (_, n) => new Device(`history ${history} device ${n}`));
      for (const each of steps) await run(devices[each.device]!, each);
      busyMarks.clear();
      for (const each of devices) {
        each.setLine(true);
        each.lost = 0;
        // A person opens the app again.
        if (each.tabs.length === 0) await each.open();
      }
      for (const { name, tabs, stored } of devices) {
        const refused = stored.filter(({ mood }) => mood === "refuse").map(({ mark }) => mark);
        const isSettled = () => {
          const left = tabs[0]!.outbox.list();
          return left.every(({ refusal }) => refusal !== null) && left.length >= refused.length;
        };
        await eventually(isSettled, 60_000, () => JSON.stringify(tabs[0]!.outbox.list()));
        expect(tabs[0]!.outbox.list().map(({ args }) => args.mark)).toEqual(refused);
        const { rows } = await service.database.pool.query(
          "select target_id from audit_events where target_id like $1 || ' %' order by id",
          [name],
        );
        const written = stored.filter(({ mood }) => mood !== "refuse").map(({ mark }) => mark);
        expect(rows.map(({ target_id }) => target_id)).toEqual(written);
        for (const { outbox } of tabs) outbox.close();
      }
      kills += steps.filter((each) => each.do === "kill").length;
      writes += steps.filter((each) => each.do === "write").length;
    }),
    { numRuns: 6 * LONGER, endOnFailure: true },
  );
  expect(kills).toBeGreaterThan(5);
  expect(writes).toBeGreaterThan(50);
});
