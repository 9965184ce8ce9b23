import { takeEarlySocket } from "./early-socket.ts";

/** In users' texts the quotes are escaped, so they aren't changed. */
const writeSendTime = (message: string) => message.replace(/"sentAt":\d+/g, `"sentAt":${Date.now()}`);

/**
 * A socket that writes into each message with a `sentAt` when that really left. A change may wait for the network for
 * hours, and is sent again when the connection breaks before its answer: the server compares `sentAt` with its clock,
 * and so knows when a dose was given by a phone whose clock is wrong.
 */
export class StampedSocket extends WebSocket {
  override send(message: string): void {
    super.send(writeSendTime(message));
  }
}

/** As {@link StampedSocket}; the first one is the connection that the page has opened already, if there is one. */
export const FirstOrStampedSocket = new Proxy(StampedSocket, {
  construct(Socket, [url]: [string]) {
    const early = takeEarlySocket();
    if (!early) return new Socket(url);
    const send = early.send.bind(early);
    return Object.assign(early, { send: (message: string) => send(writeSendTime(message)) });
  },
});
