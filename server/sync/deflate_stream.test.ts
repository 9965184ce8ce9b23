import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { constants, createInflateRaw } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Body, DeflateStream } from "./deflate_stream.ts";
import { SharedBody } from "./shared_body.ts";

/** A receiver as RFC 7692 describes it: one inflater for all messages, the four removed bytes given back. */
function receiver() {
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  const texts: Buffer[] = [];
  inflate.on("data", (chunk) => texts.push(chunk));
  return async (payload: Buffer[]): Promise<string> => {
    await new Promise<void>((resolve, reject) => {
      inflate.once("error", reject);
      inflate.write(Buffer.concat([...payload, Buffer.from([0, 0, 0xff, 0xff])]));
      inflate.flush(() => {
        inflate.off("error", reject);
        resolve();
      });
    });
    return Buffer.concat(texts.splice(0)).toString();
  };
}

/** Collects garbage, once what this turn holds of weak references is given up. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  await setImmediate();
  (runInNewContext("gc") as () => void)();
}

/** A list as notes make it, with one new row at its head. */
const listOf = (count: number, newest: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, i) => ({
      _id: `0199-${newest - i}`,
      title: `Note ${newest - i}`,
      text: "Slept well. ".repeat(40) + (newest - i),
    })),
  );

describe("the compressed stream of a socket", () => {
  it("sends an earlier list with one new row in a few hundred bytes", async () => {
    const stream = new DeflateStream();
    const read = receiver();
    const [first, second] = [new SharedBody(listOf(50, 50)), new SharedBody(listOf(50, 51))];
    await read(stream.message(["{", { body: first, former: null }, "}"]));
    const payload = stream.message(["{", { body: second, former: first }, "}"]);
    expect(Buffer.concat(payload).length).toBeLessThan(500);
    expect(await read(payload)).toBe(`{${second.bytes}}`);
  });

  it("shares one compressed fragment between sockets with the same history", () => {
    const [first, second] = [new SharedBody(listOf(50, 50)), new SharedBody(listOf(50, 51))];
    const payloads = [1, 2].map((socket) => {
      const stream = new DeflateStream();
      stream.message([`${socket}:`, { body: first, former: null }]);
      return stream.message([`${socket}:`, { body: second, former: first }]);
    });
    expect(payloads[0]![2]).toBe(payloads[1]![2]);
  });

  it("sends a body again after it was shrunk, and continues from it", async () => {
    const [first, second] = [new SharedBody(listOf(50, 50)), new SharedBody(listOf(50, 51))];
    const compressed = new DeflateStream().message([{ body: first, former: null }])[0];
    first.shrink();
    const stream = new DeflateStream();
    const read = receiver();
    const payload = stream.message([{ body: first, former: null }]);
    expect(payload[0]).toBe(compressed);
    expect(await read(payload)).toBe(first.json);
    const change = stream.message([{ body: second, former: first }]);
    expect(Buffer.concat(change).length).toBeLessThan(500);
    expect(await read(change)).toBe(second.json);
  });

  it("doesn't keep the earlier versions of a list in memory", async () => {
    const stream = new DeflateStream();
    const versions: WeakRef<SharedBody>[] = [];
    let former: SharedBody | null = null;
    for (let i = 0; i < 5; i++) {
      const body = new SharedBody(listOf(100, 100 + i));
      stream.message([{ body, former }]);
      versions.push(new WeakRef(body));
      former = body;
    }
    await collectGarbage();
    // The stream refers to the last 32 kB, which is less than one version.
    expect(versions.map((version) => version.deref() !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(former!.json).toBe(listOf(100, 104));
  });

  it("decompresses to what was written, whatever was sent before", async () => {
    const step = fc.record({
      glue: fc.string({ maxLength: 300 }),
      rows: fc.integer({ min: 1, max: 80 }),
      skip: fc.boolean(),
      socket: fc.integer({ min: 0, max: 3 }),
      longGlue: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 25 }), async (steps) => {
        const sockets = Array.from({ length: 4 }, () => ({
          stream: new DeflateStream(),
          read: receiver(),
          sent: null as SharedBody | null,
        }));
        let newest = 100;
        let body = new SharedBody(listOf(5, newest));
        for (const { glue, rows, skip, socket, longGlue } of steps) {
          if (!skip) body = new SharedBody(listOf(rows, ++newest));
          const side = sockets[socket]!;
          const text = longGlue ? glue.repeat(400) : glue;
          const parts: (string | Body)[] = [text, { body, former: side.sent }, "}"];
          side.sent = body;
          expect(await side.read(side.stream.message(parts))).toBe(`${Buffer.from(text)}${body.bytes}}`);
        }
      }),
      { numRuns: 150 },
    );
  });
});
