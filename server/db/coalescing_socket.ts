import { Socket } from "node:net";

/**
 * A socket for connections to PostgreSQL that replaces `Socket.write`: everything written in one turn of the event
 * loop is passed to the operating system with one `writev`. Pipelined statements then cost one system call together
 * instead of one each; these calls take most of a short transaction's CPU. The gain is part of "server CPU a write"
 * in bench/results.json; it isn't measured by itself. To go back: remove the option `stream` of the pool in
 * database.ts.
 */
export function createCoalescingSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let collecting = false;
  socket.write = (...args: unknown[]) => {
    if (!collecting) {
      collecting = true;
      socket.cork();
      process.nextTick(() => {
        collecting = false;
        socket.uncork();
      });
    }
    return write(...args);
  };
  return socket;
}
