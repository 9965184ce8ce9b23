import type { Server } from "node:net";
import { getErrorCode, getFirstLine, StartError } from "../start_error.ts";

/**
 * Listens on a port.
 * @throws StartError with the remedy when the port or address isn't available
 */
export function listenAt(server: Server, at: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const { port, host } = at;
      switch (getErrorCode(error)) {
        case "EADDRINUSE":
          return reject(
            new StartError(`Port ${port} on ${host} is in use by another program: set PORT to a free one.`),
          );
        case "EACCES":
          return reject(
            new StartError(`Port ${port} may not be used by this user: set PORT to one above 1023.`),
          );
        case "EADDRNOTAVAIL":
        case "ENOTFOUND":
          return reject(
            new StartError(`HOST ${host} isn't an address of this machine: set it to one that is.`),
          );
        default:
          return reject(new StartError(`The server can't listen on ${host}:${port}: ${getFirstLine(error)}`));
      }
    });
    server.listen(at.port, at.host, () => resolve());
  });
}
