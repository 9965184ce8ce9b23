import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trustedCertificate } from "../../test/certificate.ts";
import {
  checkDestination,
  OutgoingRefused,
  type OutgoingRules,
  type Resolve,
  readAddress,
} from "./destination.ts";
import { isPublicAddress, readNetworks } from "./networks.ts";
import { sendRequest } from "./request.ts";

const NOTHING_LISTED: OutgoingRules = { listed: readNetworks([])! };

/** A name that resolves to these addresses, one after another. */
function resolvesTo(...answers: string[][]): { resolve: Resolve; asked(): number } {
  let asked = 0;
  return {
    asked: () => asked,
    resolve: (_name, _options, callback) => {
      const addresses = answers[Math.min(asked, answers.length - 1)]!;
      asked += 1;
      const found: LookupAddress[] = addresses.map((address) => ({
        address,
        family: address.includes(":") ? 6 : 4,
      }));
      setImmediate(() => callback(null, found));
    },
  };
}

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "was allowed",
    (error) => (error instanceof OutgoingRefused ? "refused" : `failed: ${error.message}`),
  );

describe("public addresses", () => {
  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "100.128.0.1",
    "172.32.0.1",
    "2001:4860:4860::8888",
    "2a00:1450:4001::200e",
  ])("has %s", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ["this machine", "127.0.0.1"],
    ["this machine, another of its addresses", "127.8.8.8"],
    ["this machine", "0.0.0.0"],
    ["this machine, IPv6", "::1"],
    ["unspecified", "::"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.178.1"],
    ["a carrier's own", "100.64.0.1"],
    ["metadata in a carrier's network", "100.100.100.200"],
    ["link-local, with metadata", "169.254.169.254"],
    ["metadata, IPv6", "fd00:ec2::254"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["site-local", "fec0::1"],
    ["unique-local", "fc00::1"],
    ["unique-local", "fd12:3456::1"],
    ["multicast", "224.0.0.251"],
    ["multicast", "ff02::1"],
    ["broadcast", "255.255.255.255"],
    ["documentation", "203.0.113.7"],
    ["documentation", "2001:db8::1"],
    ["benchmarks", "198.18.0.1"],
    ["IPv4 mapped", "::ffff:127.0.0.1"],
    ["IPv4 mapped, in hexadecimal", "::ffff:a9fe:a9fe"],
    ["IPv4 mapped, even a public one", "::ffff:8.8.8.8"],
    ["IPv4 compatible", "::127.0.0.1"],
    ["NAT64", "64:ff9b::7f00:1"],
    ["NAT64, local", "64:ff9b:1::a00:1"],
    ["6to4", "2002:7f00:1::"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["nothing", "example.org"],
    ["nothing", ""],
  ])("hasn't %s: %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("the operator's networks", () => {
  it("have what is in them, mapped too", () => {
    const networks = readNetworks(["10.0.0.0/8", "192.168.1.7", "fd00::/8"])!;
    for (const inside of ["10.9.9.9", "192.168.1.7", "fd12::1", "::ffff:10.1.1.1"])
      expect([inside, networks.has(inside)]).toEqual([inside, true]);
    for (const outside of ["11.0.0.1", "192.168.1.8", "fe80::1", "::1", "fd12::1%lo", "", "x"])
      expect([outside, networks.has(outside)]).toEqual([outside, false]);
  });

  it.each([
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "intranet",
    "",
    "fe80::1%eth0",
  ])("aren't %s", (text) => expect(readNetworks([text])).toBeNull());
});

describe("an address that somebody names", () => {
  it.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://①②⑦.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://localhost/",
    // Public, but not by https at its usual port.
    "http://8.8.8.8/",
    "https://8.8.8.8:8443/",
  ])("is refused when it is %s", async (text) => {
    expect(await refusal(checkDestination(readAddress(text), NOTHING_LISTED))).toBe("refused");
    const request = sendRequest(readAddress(text), { method: "GET", headers: {} }, NOTHING_LISTED);
    expect(await refusal(request)).toBe("refused");
  });

  it.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "gopher://x",
    "nonsense",
    "https://name:secret@example.org/",
  ])("is refused when it is %s, before anything is resolved", (text) => {
    expect(() => readAddress(text)).toThrow(OutgoingRefused);
  });

  it("is refused when its name has only private addresses, and passes with a public one", async () => {
    const check = (...addresses: string[]) =>
      refusal(
        checkDestination(readAddress("https://name.example/"), {
          ...NOTHING_LISTED,
          resolve: resolvesTo(addresses).resolve,
        }),
      );
    expect(await check("10.0.0.1", "fd00::1")).toBe("refused");
    expect(await check("::ffff:10.0.0.1")).toBe("refused");
    expect(await check()).toBe("refused");
    expect(await check("93.184.215.14")).toBe("was allowed");
  });
});

describe("a request to such an address", () => {
  let http: Server;
  let https: Server;
  const requests: string[] = [];
  let respond: (request: IncomingMessage, response: ServerResponse) => void;
  const urlOf = (server: Server, protocol: string, host = "localhost") =>
    readAddress(`${protocol}://${host}:${(server.address() as AddressInfo).port}/path?query=1`);
  const LOCAL: OutgoingRules = { listed: readNetworks(["127.0.0.0/8"])! };
  const GET = { method: "GET" as const, headers: {} };

  beforeAll(async () => {
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      requests.push(`${request.method} ${request.url}`);
      respond(request, response);
    };
    http = createServer(handle).listen(0, "127.0.0.1");
    https = createSecureServer(trustedCertificate(), handle).listen(0, "127.0.0.1");
    await Promise.all([once(http, "listening"), once(https, "listening")]);
  });
  afterAll(async () => {
    for (const server of [http, https]) {
      server.closeAllConnections();
      server.close();
    }
  });

  it("reaches a listed network by http and https, at any port", async () => {
    respond = (_, response) => response.writeHead(202, { "x-answer": "yes" }).end("taken");
    for (const url of [urlOf(http, "http"), urlOf(https, "https"), urlOf(http, "http", "127.0.0.1")]) {
      const answer = await sendRequest(url, GET, LOCAL);
      expect([answer.status, answer.headers["x-answer"], answer.body.toString()]).toEqual([
        202,
        "yes",
        "taken",
      ]);
    }
    expect(requests.at(-1)).toBe("GET /path?query=1");
  });

  it("doesn't follow a redirect", async () => {
    respond = (_, response) =>
      response.writeHead(307, { Location: "http://169.254.169.254/latest/meta-data/" }).end();
    const before = requests.length;
    expect((await sendRequest(urlOf(https, "https"), GET, LOCAL)).status).toBe(307);
    expect(requests.length - before).toBe(1);
  });

  it("dials what was checked, although the name resolves to something else afterwards", async () => {
    respond = (_, response) => response.end("reached");
    // Public when it is stored, private when it is dialled.
    const rebinding = resolvesTo(["93.184.215.14"], ["127.0.0.1"]);
    const rules = { ...NOTHING_LISTED, resolve: rebinding.resolve };
    const url = readAddress("https://rebinding.example/");
    await checkDestination(url, rules);
    expect(await refusal(sendRequest(url, GET, rules))).toBe("refused");
    expect(rebinding.asked()).toBe(2);

    // Allowed when it is dialled, and asked no second time between check and connection.
    const once = resolvesTo(["127.0.0.1"], ["169.254.169.254"]);
    const port = (http.address() as AddressInfo).port;
    const answer = await sendRequest(readAddress(`http://rebinding.example:${port}/`), GET, {
      ...LOCAL,
      resolve: once.resolve,
    });
    expect([answer.body.toString(), once.asked()]).toEqual(["reached", 1]);
  });

  it("takes of several addresses only those that are permitted", async () => {
    respond = (_, response) => response.end("reached");
    const { resolve } = resolvesTo(["10.255.255.1", "127.0.0.1", "::ffff:10.0.0.1"]);
    const port = (http.address() as AddressInfo).port;
    const url = readAddress(`http://several.example:${port}/`);
    const answer = await sendRequest(url, GET, { ...LOCAL, resolve }, { timeoutMs: 60_000, maxBytes: 100 });
    expect(answer.body.toString()).toBe("reached");
  });

  it("ends when the answer takes too long or has no end", async () => {
    const limits = { timeoutMs: 300, maxBytes: 1_000 };
    respond = () => {};
    await expect(sendRequest(urlOf(http, "http"), GET, LOCAL, limits)).rejects.toThrow();
    respond = (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 20);
      response.once("close", () => clearInterval(drip));
    };
    await expect(sendRequest(urlOf(http, "http"), GET, LOCAL, limits)).rejects.toThrow();
    respond = (_, response) => {
      response.writeHead(200);
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000)));
        response.once("drain", flood);
      };
      flood();
    };
    const answer = await sendRequest(urlOf(http, "http"), GET, LOCAL, { ...limits, timeoutMs: 60_000 });
    expect([answer.status, answer.body.length]).toEqual([200, 1_000]);
  });

  it("demands a certificate that fits the name", async () => {
    respond = (_, response) => response.end();
    const { resolve } = resolvesTo(["127.0.0.1"]);
    const port = (https.address() as AddressInfo).port;
    const request = sendRequest(readAddress(`https://other.example:${port}/`), GET, { ...LOCAL, resolve });
    await expect(request).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });
});
