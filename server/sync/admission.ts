import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { normalizeIP } from "@better-auth/core/utils/ip";
import { getCallerAddress } from "../auth/request.ts";
import { LIMITS } from "./protocol.ts";

/** Private networks, such as those of a reverse proxy: clients behind one of these addresses share it. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet("127.0.0.0", 8);
PRIVATE.addSubnet("10.0.0.0", 8);
PRIVATE.addSubnet("172.16.0.0", 12);
PRIVATE.addSubnet("192.168.0.0", 16);
PRIVATE.addSubnet("::1", 128, "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

type Connection = { network: string | null; signedIn: boolean; leave(reason: string): void };

/**
 * The network of a request's client: its IPv4 address, or the first 64 bits of its IPv6 address; null for a private
 * one.
 */
function getNetwork(request: IncomingMessage, trustProxy: boolean): string | null {
  const forwarded = request.headers["x-forwarded-for"];
  const address = getCallerAddress(
    request.socket.remoteAddress ?? null,
    Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? null),
    trustProxy,
  );
  const version = isIP(address ?? "");
  if (!address || version === 0 || PRIVATE.check(address, version === 6 ? "ipv6" : "ipv4")) return null;
  return normalizeIP(address, { ipv6Subnet: 64 });
}

/**
 * Limits connections, so that no client exhausts a node: per network, and in total while they aren't signed in. A
 * network's limits refuse new connections. The total limit instead closes the oldest connection that hasn't signed in:
 * the client of a user signs in at once, so this closes an attacker's connections first.
 */
export class Admission {
  readonly #trustProxy: boolean;
  /** In order of arrival, oldest first. */
  readonly #signedOut = new Set<Connection>();
  readonly #networks = new Map<string, { signedOut: number; all: number }>();
  #all = 0;

  constructor({ trustProxy }: { trustProxy: boolean }) {
    this.#trustProxy = trustProxy;
  }

  /** The limit that refuses a new connection; null when none does. */
  refusal(request: IncomingMessage): string | null {
    const { sockets, socketsOfNetwork } = LIMITS;
    if (this.#all >= sockets.all) return `at most ${sockets.all} connections to this server`;
    const counts = this.#networks.get(getNetwork(request, this.#trustProxy) ?? "");
    if (!counts) return null;
    if (counts.all >= socketsOfNetwork.all)
      return `at most ${socketsOfNetwork.all} connections from one address`;
    if (counts.signedOut >= socketsOfNetwork.signedOut) {
      return `at most ${socketsOfNetwork.signedOut} connections from one address that aren't signed in`;
    }
    return null;
  }

  /** Counts a new connection. `leave` closes it. */
  enter(request: IncomingMessage, leave: (reason: string) => void): Connection {
    const connection = { network: getNetwork(request, this.#trustProxy), signedIn: false, leave };
    this.#count(connection, { signedOut: 1, all: 1 });
    this.#signedOut.add(connection);
    if (this.#signedOut.size > LIMITS.sockets.signedOut) {
      const [oldest] = this.#signedOut;
      this.#signedOut.delete(oldest!);
      oldest!.leave(`at most ${LIMITS.sockets.signedOut} connections that aren't signed in`);
    }
    return connection;
  }

  /** Records that a connection has signed in or out. */
  setSignedIn(connection: Connection, signedIn: boolean): void {
    if (connection.signedIn === signedIn) return;
    connection.signedIn = signedIn;
    this.#count(connection, { signedOut: signedIn ? -1 : 1, all: 0 });
    if (signedIn) this.#signedOut.delete(connection);
    else this.#signedOut.add(connection);
  }

  leave(connection: Connection): void {
    this.#count(connection, { signedOut: connection.signedIn ? 0 : -1, all: -1 });
    this.#signedOut.delete(connection);
  }

  #count({ network }: Connection, change: { signedOut: number; all: number }): void {
    this.#all += change.all;
    if (network === null) return;
    const counts = this.#networks.get(network) ?? { signedOut: 0, all: 0 };
    counts.signedOut += change.signedOut;
    counts.all += change.all;
    if (counts.all > 0) this.#networks.set(network, counts);
    else this.#networks.delete(network);
  }
}
