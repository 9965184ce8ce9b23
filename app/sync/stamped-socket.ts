/**
 * A socket that writes into each message with a `sentAt` when that really left. A change may wait for the network for
 * hours, and is sent again when the connection breaks before its answer: the server compares `sentAt` with its clock,
 * and so knows when a dose was given by a phone whose clock is wrong.
 */
export class StampedSocket extends WebSocket {
  override send(data: string): void {
    super.send(stamped(data, Date.now()));
  }
}

/** The message with the moment, epoch ms. In a text that somebody wrote the quotes are escaped, so it isn't touched. */
export const stamped = (message: string, now: number): string =>
  message.replace(/(?<!\\)"sentAt":\d+/g, `"sentAt":${now}`);
