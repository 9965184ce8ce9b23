import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { Admission } from "./admission.ts";
import { LIMITS } from "./protocol.ts";

const from = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as IncomingMessage;
const admission = () => new Admission({ trustProxy: false });

describe("the limit of all connections that aren't signed in", () => {
  it("ends the one that has been there longest, never one that has signed in", () => {
    const all = admission();
    const ended: number[] = [];
    const guests = Array.from({ length: LIMITS.sockets.signedOut }, (_, i) => {
      const guest = all.enter(from(`198.51.${i >> 8}.${i & 255}`), () => {
        ended.push(i);
        all.leave(guest);
      });
      return guest;
    });
    all.identified(guests[0]!, true);
    all.enter(from("203.0.113.1"), () => {});
    expect(ended).toEqual([]);
    all.enter(from("203.0.113.2"), () => {});
    all.enter(from("203.0.113.3"), () => {});
    expect(ended).toEqual([1, 2]);
    expect(all.refusal(from("203.0.113.4"))).toBeNull();
  });
});

it("a network may have many connections that are signed in, up to its limit", () => {
  const all = admission();
  const request = from("198.51.100.1");
  for (let i = 0; i < LIMITS.socketsOfNetwork.all; i++) {
    expect(all.refusal(request)).toBeNull();
    all.identified(
      all.enter(request, () => {}),
      true,
    );
  }
  expect(all.refusal(request)).toContain(`at most ${LIMITS.socketsOfNetwork.all}`);
  expect(all.refusal(from("198.51.100.2"))).toBeNull();
});

it.each(["127.0.0.1", "::ffff:10.0.0.3", "::1", "192.168.1.7"])(
  "behind the private address %s may be many people: they aren't limited as one",
  (address) => {
    const all = admission();
    for (let i = 0; i < 500; i++) all.enter(from(address), () => {});
    expect(all.refusal(from(address))).toBeNull();
  },
);
