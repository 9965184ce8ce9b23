import { ConvexReactClient } from "convex/react";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from "vitest";
import { api, careTeam, noteArguments } from "../people.ts";
import { holdPieces } from "../proxy.ts";
import { type Service, startService } from "../service.ts";
import { holdClientClock } from "./client_clock.ts";
import { proxyTo } from "./proxies.ts";
import { eventually } from "./waiting.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
afterEach(() => {
  Reflect.deleteProperty(globalThis, "window");
});

/** The part of a browser that the client listens to. */
function openWindow(): EventTarget {
  const window = new EventTarget();
  Object.assign(globalThis, { window });
  return window;
}

it("S13 asks before leaving the page only while a mutation is in flight", async () => {
  const window = openWindow();
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url);
  const client = new ConvexReactClient(url, { logger: false });
  client.setAuth(() => service.issuer.tokenFor(owner));
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true }) as Event & { returnValue: unknown };
    Object.defineProperty(event, "returnValue", { value: null, writable: true });
    window.dispatchEvent(event);
    return [event.defaultPrevented, event.returnValue];
  };
  await client.mutation(api.notes.createNote, noteArguments(diaryId));
  expect(leave()).toEqual([false, null]);
  const answer = holdPieces();
  proxy.tap.down = answer.tap;
  const done = client.mutation(api.notes.createNote, noteArguments(diaryId));
  await eventually(() => answer.held() > 0);
  expect(leave()).toEqual([true, "Are you sure you want to leave? Your changes may not be saved."]);
  answer.open();
  await done;
  expect(leave()).toEqual([false, null]);
  await client.close();
  await proxy.close();
});

it("S8 reconnects at once when the network returns, without waiting for the backoff", async () => {
  const window = openWindow();
  const clock = holdClientClock();
  onTestFinished(clock.restore);
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url);
  const client = new ConvexReactClient(url, { logger: false });
  client.setAuth(() => service.issuer.tokenFor(owner));
  await client.mutation(api.notes.createNote, noteArguments(diaryId));
  proxy.faults.refuse = true;
  proxy.cut();
  for (let failures = 1; failures < 3; failures++) {
    await eventually(() => clock.pauses().length === failures);
    await clock.advance(clock.pauses().at(-1)!);
  }
  // Three failures: the next attempt would come 2 to 6 s later, and the clock stays where it is.
  await eventually(() => client.connectionState().connectionRetries === 3);
  proxy.faults.refuse = false;
  window.dispatchEvent(new Event("online"));
  await client.mutation(api.notes.createNote, noteArguments(diaryId));
  expect(await owner.http.query(api.notes.listNotes, { diaryId })).toHaveLength(2);
  await client.close();
  await proxy.close();
});
