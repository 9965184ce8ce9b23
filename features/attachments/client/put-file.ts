/** The storage answered with an error status. */
export class PutRefused extends Error {
  readonly statusText: string;

  constructor(status: number, statusText: string) {
    super(`PUT answered ${status}`);
    // HTTP/2 and HTTP/3 have no status text.
    this.statusText = statusText || String(status);
  }
}

/** The upload failed: no network, or a stalled connection. */
export class ConnectionLost extends Error {}

/** A connection without progress for this long is aborted. */
const STANDSTILL_MS = 60_000;

type PutOptions = { type: string; signal: AbortSignal; onProgress: (sent: number) => void };

/**
 * Uploads a file to an address with this content type; `onProgress` gets the sent share, 0 to 1. Uses XMLHttpRequest
 * because fetch reports no upload progress. Rejects with PutRefused, ConnectionLost, or the signal's reason.
 */
export function putFile(url: string, file: File, { type, signal, onProgress }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(() => reject(new ConnectionLost("Nothing moves"))), STANDSTILL_MS);
    };
    const abort = () => end(() => reject(signal.reason));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      settle();
      request.abort();
    };
    signal.addEventListener("abort", abort);
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onerror = () => end(() => reject(new ConnectionLost("The request broke off")));
    request.onload = () =>
      end(() => {
        const { status, statusText } = request;
        if (status >= 200 && status < 300) resolve();
        else reject(new PutRefused(status, statusText));
      });
    request.open("PUT", url);
    request.setRequestHeader("Content-Type", type);
    // A bucket's empty answer has no type, and Firefox would log that it isn't valid XML.
    request.overrideMimeType("text/plain");
    watch();
    request.send(file);
  });
}
