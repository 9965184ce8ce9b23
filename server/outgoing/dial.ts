import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { systemClock } from "../clock.ts";
import { checkLiteral, createPinnedLookup, getHost, getPort, type OutgoingRules } from "./destination.ts";

/**
 * Opens a TLS connection to an address that a user entered, for several requests. `socket.alpnProtocol` is the protocol
 * the other side has chosen.
 * @throws OutgoingRefused when the address isn't permitted
 * @throws Error when there is no connection in time
 */
export async function dialTls(
  url: URL,
  rules: OutgoingRules,
  { protocols, timeoutMs }: { protocols: string[]; timeoutMs: number },
  clock = systemClock,
): Promise<TLSSocket> {
  checkLiteral(url, rules);
  const host = getHost(url);
  const socket = connect({
    host,
    port: getPort(url),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: protocols,
    lookup: createPinnedLookup(url, rules),
  });
  return new Promise((resolve, reject) => {
    const cancel = clock.after(timeoutMs, () => {
      socket.destroy();
      reject(new Error(`No connection within ${timeoutMs} ms`));
    });
    socket.once("secureConnect", () => {
      cancel();
      socket.removeListener("error", fail);
      resolve(socket);
    });
    const fail = (error: Error) => {
      cancel();
      socket.destroy();
      reject(error);
    };
    socket.once("error", fail);
  });
}
