import { takeEarlySocket } from "./early-socket.ts";

/** In users' texts the quotes are escaped, so they aren't changed. */
const writeSendTime = (message: string) => {
  const aged = message.replace(/"age":-(\d+)/g, (_, madeAt) => `"age":${Date.now() - Number(madeAt)}`);
  // The server compares the `sentAt` of a waiting change with its age, and the change with what it got before.
  return aged === message ? message.replace(/"sentAt":\d+/g, `"sentAt":${Date.now()}`) : aged;
};

/**
 * A socket that writes into each message with a `sentAt` when that really left, and how old a waiting change is (`age`,
 * which comes as the negative time when it was made). A change may wait for the network for hours, and is sent again when
 * the connection breaks before its answer: the server compares `sentAt` with its clock, and so knows when a dose was given
 * by a phone whose clock is wrong.
 */
export class StampedSocket extends WebSocket {
  override send(message: string): void {
    super.send(writeSendTime(message));
  }
}

/** How many tokens are on their way, and the sockets that wait for them. */
let pending = 0;
const waiting = new Set<() => void>();

/**
 * While a token is on its way no socket opens for the client: after a broken connection it would ask for everything
 * without a name, and be refused. It has the token before they open.
 */
export function holdSockets<T>(token: Promise<T>): Promise<T> {
  pending++;
  return token.finally(() =>
    // The client hands the token over in the meantime.
    setTimeout(() => {
      if (--pending > 0) return;
      for (const open of waiting) open();
      waiting.clear();
    }),
  );
}

function holdOpening(socket: WebSocket): WebSocket {
  let handle: WebSocket["onopen"] = null;
  Object.defineProperty(socket, "onopen", {
    configurable: true,
    // Only the listener below calls it.
    get: () => null,
    set(next: WebSocket["onopen"]) {
      handle = next;
    },
  });
  socket.addEventListener("open", (event) => {
    const open = () => socket.readyState === WebSocket.OPEN && handle?.call(socket, event);
    if (pending === 0) open();
    else waiting.add(open);
  });
  return socket;
}

/**
 * As {@link StampedSocket}, held by {@link holdSockets}; the first one is the connection that the page has opened already,
 * if there is one.
 */
export const FirstOrStampedSocket = new Proxy(StampedSocket, {
  construct(Socket, [url]: [string]) {
    const early = takeEarlySocket();
    if (!early) return holdOpening(new Socket(url));
    const send = early.send.bind(early);
    return Object.assign(holdOpening(early), { send: (message: string) => send(writeSendTime(message)) });
  },
});
