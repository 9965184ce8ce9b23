import "fake-indexeddb/auto";
import { ConvexError, type JSONValue } from "convex/values";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hashText } from "../../app/sync/kept/seal.ts";
import { isTorn } from "../../app/sync/outbox/operations.ts";
import { Outbox } from "../../app/sync/outbox/outbox.ts";
import { toPromise } from "../../lib/indexed-db.ts";
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
  /** A record of a device without open tabs is torn, which of them counted from the oldest. */
  | { do: "tear"; record: number }
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
  {
    // Few find a device without tabs: a longer run tries more often.
    weight: LONGER > 1 ? 4 : 1,
    arbitrary: fc.record({ do: fc.constant("tear" as const), device, record: fc.nat({ max: 9 }) }),
  },
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
      const sent = await post({ ...envelope, age: 0 }, { to }).catch(() => null);
      // As the client does when a connection breaks.
      if (sent === null) continue;
      const { answer } = sent;
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
  /** The marks whose records were torn. */
  readonly torn = new Set<string>();
  /** The last writes of killed tabs: a record is torn after them. */
  #closing: Promise<unknown> = Promise.resolve();
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

  async tear(index: number): Promise<void> {
    if (this.tabs.length > 0 || this.stored.length === 0) return;
    await this.#closing;
    const database = await openStore(this.name);
    const store = database.transaction("operations", "readwrite").objectStore("operations");
    const records = await toPromise<{ seq: number; bytes: ArrayBuffer }[]>(store.getAll());
    const record = records[index % Math.max(records.length, 1)];
    if (record) {
      await toPromise(store.put({ ...record, bytes: record.bytes.slice(1) }));
      this.torn.add(this.stored[record.seq - 1]!.mark);
    }
    database.close();
  }

  kill(index: number): void {
    const [killed] = this.tabs.splice(index % Math.max(this.tabs.length, 1), 1);
    if (!killed) return;
    killed.line.isDead = true;
    this.#closing = Promise.all([this.#closing, killed.outbox.close()]);
  }
}

/** The database in which a device keeps what waits. */
const openStore = async (device: string): Promise<IDBDatabase> =>
  toPromise(indexedDB.open(`CareDiaryOutbox ${(await hashText(device)).slice(0, 32)}`));

/** How many changes of a device have a number: they wait for the server. */
async function countNumbered(device: string): Promise<number> {
  const database = await openStore(device);
  const records = await toPromise<{ n: number }[]>(
    database.transaction("operations").objectStore("operations").getAll(),
  );
  database.close();
  return records.filter(({ n }) => n > 0).length;
}

async function run(of: Device, step: Step): Promise<void> {
  if (step.do === "write") await of.write(step.tab, step.mood);
  if (step.do === "open" && of.tabs.length < 3) await of.open();
  if (step.do === "kill") of.kill(step.tab);
  if (step.do === "line") of.setLine(step.isThere);
  if (step.do === "lose") of.lost = step.answers;
  if (step.do === "tear") await of.tear(step.record);
}

/** The marks of a device that the server has, in the order in which they were made. */
async function readMarks(name: string): Promise<string[]> {
  const { rows } = await service.database.pool.query<{ target_id: string }>(
    "select target_id from audit_events where target_id like $1 || ' %' order by id",
    [name],
  );
  return rows.map(({ target_id }) => target_id);
}

let histories = 0;

it("keeps, sends once and in order what three devices write, whatever happens to their tabs, lines and answers", {
  timeout: 180_000 * LONGER,
}, async () => {
  // Refusals are logged.
  vi.spyOn(console, "error").mockImplementation(() => {});
  let kills = 0;
  let writes = 0;
  let tears = 0;
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
      for (const { name, tabs, stored, torn } of devices) {
        const whole = stored.filter(({ mark }) => !torn.has(mark));
        const refused = whole.filter(({ mood }) => mood === "refuse").map(({ mark }) => mark);
        const isSettled = async () => {
          const left = tabs[0]!.outbox.list();
          const isListed =
            left.every(({ refusal }) => refusal !== null) && left.length >= refused.length + torn.size;
          // A tab hears a little later of another one's change.
          return isListed && (await countNumbered(name)) === 0;
        };
        await eventually(isSettled, 60_000, () => JSON.stringify(tabs[0]!.outbox.list()));
        const left = tabs[0]!.outbox.list();
        expect(left.filter((each) => !isTorn(each)).map(({ args }) => args.mark)).toEqual(refused);
        expect(left.filter(isTorn)).toHaveLength(torn.size);
        // After a torn record all are numbered anew: what the server has runs again, and the product's functions know it by
        // its id (0261), which this one doesn't.
        const all = await readMarks(name);
        const marks = torn.size > 0 ? [...new Set(all)] : all;
        const written = whole.filter(({ mood }) => mood !== "refuse").map(({ mark }) => mark);
        // The server may have got a torn one before.
        expect(marks.filter((mark) => !torn.has(mark))).toEqual(written);
        for (const { outbox } of tabs) outbox.close();
      }
      kills += steps.filter((each) => each.do === "kill").length;
      for (const { torn } of devices) tears += torn.size;
      writes += steps.filter((each) => each.do === "write").length;
    }),
    { numRuns: 6 * LONGER, endOnFailure: true },
  );
  expect(kills).toBeGreaterThan(5);
  expect(writes).toBeGreaterThan(50);
  if (LONGER > 1) expect(tears).toBeGreaterThan(5);
});

it("goes on past a record that can't be read any more, and lists it", async () => {
  const phone = new Device("torn");
  phone.setLine(false);
  for (let count = 0; count < 3; count++) await phone.write(0, "write");
  phone.kill(0);
  await phone.tear(1);
  await phone.open();
  await phone.open();
  await phone.write(1, "write");
  phone.setLine(true);
  const list = () => phone.tabs[0]!.outbox.list();
  await eventually(
    () => list().length === 1,
    60_000,
    () => JSON.stringify(list()),
  );
  expect(list()).toEqual([
    expect.objectContaining({ seq: 2, n: 0, refusal: expect.stringMatching("can’t read") }),
  ]);
  expect(await readMarks("torn")).toEqual(["torn 1", "torn 3", "torn 4"]);
  await phone.tabs[0]!.outbox.discard(2);
  expect(list()).toEqual([]);
});

it("sends the change of a closed tab once more, though later ones of another tab are decided", async () => {
  const phone = new Device("unheard");
  await phone.open();
  await phone.open();
  // The server gets it, and the tab never hears so.
  phone.lost = Number.POSITIVE_INFINITY;
  await phone.write(1, "write");
  await vi.waitFor(async () => expect(await readMarks("unheard")).toEqual(["unheard 1"]), 40_000);
  phone.kill(1);
  phone.lost = 0;
  for (let count = 0; count < 2; count++) await phone.write(0, "write");
  const list = () => phone.tabs[0]!.outbox.list();
  await eventually(
    () => list().length === 0,
    40_000,
    () => JSON.stringify(list()),
  );
  expect(await readMarks("unheard")).toEqual(["unheard 1", "unheard 2", "unheard 3"]);
});

it("removes changes that are decided together with a few writes to the disk, and sends the next ones", async () => {
  const answers: (() => void)[] = [];
  const send = () => new Promise<unknown>((resolve) => answers.push(() => resolve(null)));
  const connection = { send, showLayer: () => 0, hideLayer: () => {} };
  const outbox = (await Outbox.open("together", connection, () => {}))!;
  for (let count = 0; count < 100; count++) {
    const args = { diaryId: team.diaryId, mark: `together ${count}`, isRefused: false };
    (await outbox.add({ path: "test:leaveMark", args, layer: null, layerId: null })).queue();
  }
  expect(answers).toHaveLength(64);
  const transactions = vi.spyOn(IDBDatabase.prototype, "transaction");
  for (const answer of answers.splice(0)) answer();
  await eventually(() => answers.length === 36, 10_000);
  for (const answer of answers.splice(0)) answer();
  await vi.waitFor(async () => expect(await countNumbered("together")).toBe(0), 10_000);
  await outbox.close();
  const writes = transactions.mock.calls.filter(([, mode]) => mode === "readwrite");
  expect(writes.length).toBeLessThanOrEqual(4);
  transactions.mockRestore();
});
