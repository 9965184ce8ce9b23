import { once } from "node:events";
import { type AddressInfo, createServer, connect as openConnection, type Socket } from "node:net";

export type Direction = "up" | "down";

/** The target of a proxy: a port or the path of a local socket. */
export type Target = { host: string; port: number } | { path: string };

/** The present faults of the network; may be changed at any time. */
export type Faults = {
  /** New connections are reset at once, as by a host without a listener. */
  refuse: boolean;
  /** Data in that direction is dropped silently: a half-open connection. */
  swallow: { up: boolean; down: boolean };
};

/** Called for each piece before it is passed on; may wait, and drops the piece by returning false. */
export type Tap = (piece: Buffer, link: Link) => undefined | false | Promise<undefined | false>;

export type Link = {
  cut(how?: "rst" | "fin"): void;
  /** Sends bytes to the server as if they came from the client. */
  inject(bytes: Buffer): void;
};

export type FaultProxy = {
  host: string;
  port: number;
  faults: Faults;
  /** The target of new connections. */
  target: Target;
  /** How many attempts to connect there were, including refused ones. */
  attempts: number;
  links: ReadonlySet<Link>;
  tap: { up: Tap | null; down: Tap | null };
  cut(how?: "rst" | "fin"): void;
  close(): Promise<void>;
};

/**
 * A TCP proxy that simulates network faults: drop, hold, swallow. With `plain` it removes the offer of
 * compression from a WebSocket's handshake, so that a tap can read the messages.
 */
export async function startProxy(target: Target, { plain = false } = {}): Promise<FaultProxy> {
  const links = new Set<Link>();
  const proxy: FaultProxy = {
    host: "127.0.0.1",
    port: 0,
    faults: { refuse: false, swallow: { up: false, down: false } },
    target,
    attempts: 0,
    links,
    tap: { up: null, down: null },
    cut(how = "rst") {
      for (const link of [...links]) link.cut(how);
    },
    async close() {
      proxy.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((client) => {
    proxy.attempts++;
    client.on("error", () => {});
    if (proxy.faults.refuse) {
      reset(client);
      return;
    }
    const upstream = openConnection(proxy.target);
    upstream.on("error", () => {});
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    const link: Link = {
      cut(how = "rst") {
        links.delete(link);
        for (const socket of [client, upstream]) {
          if (how === "rst") reset(socket);
          else socket.end(() => socket.destroy());
        }
      },
      inject: (bytes) => upstream.write(bytes),
    };
    links.add(link);
    forward(proxy, link, "up", client, upstream, plain);
    forward(proxy, link, "down", upstream, client, false);
  });
  server.listen(0, proxy.host);
  await once(server, "listening");
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

/** Passes on the data of one direction, piece by piece, subject to the present faults. */
function forward(
  proxy: FaultProxy,
  link: Link,
  direction: Direction,
  from: Socket,
  to: Socket,
  plain: boolean,
) {
  let queue = Promise.resolve();
  let handshake = plain;
  from.on("data", (piece: Buffer) => {
    from.pause();
    queue = queue.then(async () => {
      let bytes = piece;
      if (handshake) {
        handshake = false;
        bytes = Buffer.from(
          bytes.toString("latin1").replace(/sec-websocket-extensions:.*\r\n/i, ""),
          "latin1",
        );
      }
      const { swallow } = proxy.faults;
      const keep = !swallow[direction] && (await proxy.tap[direction]?.(bytes, link)) !== false;
      if (keep && !to.destroyed) {
        if (!to.write(bytes)) await Promise.race([once(to, "drain"), once(to, "close")]).catch(() => {});
      }
      from.resume();
    });
  });
  from.on("end", () => {
    queue = queue.then(() => void to.end());
  });
  from.on("close", (hadError) => {
    void queue.then(() => {
      links(proxy).delete(link);
      if (hadError) reset(to);
      else to.end();
    });
  });
}

/** Only TCP has resets; a local socket just closes. */
function reset(socket: Socket): void {
  if (socket.remoteFamily) socket.resetAndDestroy();
  else socket.destroy();
}

const links = (proxy: FaultProxy) => proxy.links as Set<Link>;

/** A tap that holds back pieces until `open`, at most one a link and direction: behind it nothing more is read. */
export function holdPieces(isHeld: (piece: Buffer, link: Link) => boolean = () => true) {
  const opened = Promise.withResolvers<void>();
  let held = 0;
  const tap: Tap = async (piece, link) => {
    if (!isHeld(piece, link)) return undefined;
    held++;
    await opened.promise;
    return undefined;
  };
  return { tap, held: () => held, open: () => opened.resolve() };
}

/** Splits what a client sends over a WebSocket into frames; `feed` returns the complete text frames. */
export function clientFrames() {
  let rest = Buffer.alloc(0);
  let handshake = true;
  return function addBytes(piece: Buffer): { bytes: Buffer; text: string }[] {
    rest = Buffer.concat([rest, piece]);
    if (handshake) {
      const end = rest.indexOf("\r\n\r\n");
      if (end < 0) return [];
      handshake = false;
      rest = rest.subarray(end + 4);
    }
    const frames = [];
    for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
      if ((frame.bytes[0]! & 15) === TEXT_FRAME) frames.push(frame);
      rest = rest.subarray(frame.bytes.length);
    }
    return frames;
  };
}

const TEXT_FRAME = 1;

/** The first complete masked frame (RFC 6455, 5.2). */
function firstFrame(bytes: Buffer): { bytes: Buffer; text: string } | null {
  if (bytes.length < 6) return null;
  const short = bytes[1]! & 127;
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 6 + extended) return null;
  const length =
    extended === 2 ? bytes.readUInt16BE(2) : extended === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  const begin = 6 + extended;
  if (bytes.length < begin + length) return null;
  const mask = bytes.subarray(begin - 4, begin);
  const body = Buffer.from(bytes.subarray(begin, begin + length)).map((byte, i) => byte ^ mask[i % 4]!);
  return { bytes: Buffer.from(bytes.subarray(0, begin + length)), text: Buffer.from(body).toString() };
}
