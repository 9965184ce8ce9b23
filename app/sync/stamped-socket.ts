/**
 * A socket that writes into each message with a `sentAt` when that really left. A change may wait for the network for
 * hours, and is sent again when the connection breaks before its answer: the server compares `sentAt` with its clock,
 * and so knows when a dose was given by a phone whose clock is wrong.
 */
export class StampedSocket extends WebSocket {
  override send(message: string): void {
    // In users' texts the quotes are escaped, so they aren't changed.
    super.send(message.replace(/"sentAt":\d+/g, `"sentAt":${Date.now()}`));
  }
}
