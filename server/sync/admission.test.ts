import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { Admission } from "./admission.ts";
import { LIMITS } from "./protocol.ts";

const requestFrom = (remoteAddress: string) =>
  ({ headers: {}, socket: { remoteAddress } }) as IncomingMessage;
const newAdmission = () => new Admission({ trustProxy: false });

describe("the limit of connections that aren't signed in", () => {
  it("ends the oldest of them, never one that has signed in", () => {
    const all = newAdmission();
    const ended: number[] = [];
    const guests = Array.from({ length: LIMITS.sockets.signedOut }, (_, i) => {
      const guest = all.enter(requestFrom(`198.51.${i >> 8}.${i & 255}`), () => {
        ended.push(i);
        all.leave(guest);
      });
      return guest;
    });
    all.setSignedIn(guests[0]!, true);
    all.enter(requestFrom("203.0.113.1"), () => {});
    expect(ended).toEqual([]);
    all.enter(requestFrom("203.0.113.2"), () => {});
    all.enter(requestFrom("203.0.113.3"), () => {});
    expect(ended).toEqual([1, 2]);
    expect(all.refusal(requestFrom("203.0.113.4"))).toBeNull();
  });
});

it("allows one network many signed-in connections, up to its limit", () => {
  const all = newAdmission();
  const request = requestFrom("198.51.100.1");
  for (let i = 0; i < LIMITS.socketsOfNetwork.all; i++) {
    expect(all.refusal(request)).toBeNull();
    all.setSignedIn(
      all.enter(request, () => {}),
      true,
    );
  }
  expect(all.refusal(request)).toContain(`at most ${LIMITS.socketsOfNetwork.all}`);
  expect(all.refusal(requestFrom("198.51.100.2"))).toBeNull();
});

it.each(["127.0.0.1", "::ffff:10.0.0.3", "::1", "192.168.1.7"])(
  "doesn't limit the connections of the private address %s, which many people may share",
  (address) => {
    const all = newAdmission();
    for (let i = 0; i < 500; i++) all.enter(requestFrom(address), () => {});
    expect(all.refusal(requestFrom(address))).toBeNull();
  },
);
