import type { WaitingFile } from "./kept-files.ts";

/** A file that is being uploaded or that failed. */
export type Upload = WaitingFile & {
  /**
   * `waiting` for a free slot, `sending`, `saving` once the file has arrived; `failed` may be retried, `refused`
   * mustn't.
   */
  state: "waiting" | "sending" | "saving" | "failed" | "refused";
  /** The sent share, 0 to 1. */
  sent: number;
  /** The object name of the attachment in the storage. */
  objectName: string | null;
  /** Why it failed or was refused. */
  problem: string | null;
};

/** Uploads one file; resolves when its attachment exists. Stops sending when the signal aborts. */
export type SendFile = (
  file: WaitingFile,
  report: (progress: Partial<Pick<Upload, "state" | "sent" | "objectName">>) => void,
  signal: AbortSignal,
) => Promise<void>;

export const isUnderWay = ({ state }: Upload): boolean => state !== "failed" && state !== "refused";

/** How many files are uploaded at the same time. */
const PARALLEL = 3;

type Rules = {
  send: SendFile;
  /** Why a file is refused before it is sent, or null. */
  refusal: (file: File) => string | null;
  /** The message for an error that `send` rejected with. */
  explain: (error: unknown) => string;
  /** Whether the same upload may succeed later, as after a broken connection. */
  isPassing: (error: unknown) => boolean;
  /** Called when a file is uploaded or was given up by the person. */
  onEnd: (id: string) => void;
};

/** A broken upload begins again after these times, the last one repeatedly, and when the browser is online again. */
const RETRY_MS = [3_000, 6_000, 12_000, 24_000, 60_000];

/** Uploads files, a few at a time; subscribers are notified of each change. */
export class UploadQueue {
  #rules: Rules;
  #uploads: readonly Upload[] = [];
  #running = new Map<string, AbortController>();
  /** The broken uploads that begin again automatically. */
  #retries = new Map<string, { timer: ReturnType<typeof setTimeout>; count: number }>();
  #listeners = new Set<() => void>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  uploads = (): readonly Upload[] => this.#uploads;

  add = (files: readonly WaitingFile[]): void => {
    const added = files.map(({ id, file, description }): Upload => {
      const problem = this.#rules.refusal(file);
      const state = problem ? "refused" : "waiting";
      return { id, file, description, state, sent: 0, objectName: null, problem };
    });
    this.#set([...this.#uploads, ...added]);
    this.#begin();
  };

  /** Begins all broken uploads again. */
  retryBroken = (): void => {
    for (const id of [...this.#retries.keys()]) this.retry(id);
  };

  retry = (id: string): void => {
    clearTimeout(this.#retries.get(id)?.timer);
    this.#change(id, { state: "waiting", sent: 0, objectName: null, problem: null });
    this.#begin();
  };

  /** Aborts an upload if it is running, and removes it. */
  cancel = (id: string): void => {
    this.#running.get(id)?.abort();
    // Frees its slot without waiting for the server's answer.
    this.#running.delete(id);
    this.#end(id);
    this.#begin();
  };

  /** Stops all without giving them up. */
  stop = (): void => {
    for (const { timer } of this.#retries.values()) clearTimeout(timer);
    this.#retries.clear();
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#set([]);
  };

  #begin(): void {
    for (const upload of this.#uploads) {
      if (this.#running.size >= PARALLEL) return;
      if (upload.state === "waiting" && !this.#running.has(upload.id)) void this.#send(upload);
    }
  }

  async #send({ id, file, description }: Upload): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      await this.#rules.send(
        { id, file, description },
        (progress) => this.#change(id, progress),
        controller.signal,
      );
      // A stopped queue shows nothing any more, but an uploaded file mustn't be sent again.
      this.#end(id);
    } catch (error) {
      if (!controller.signal.aborted) {
        this.#change(id, { state: "failed", problem: this.#rules.explain(error) });
        if (this.#rules.isPassing(error)) this.#retryLater(id);
        else this.#retries.delete(id);
      }
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
      this.#begin();
    }
  }

  #change(id: string, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  #retryLater(id: string): void {
    const count = this.#retries.get(id)?.count ?? 0;
    const timer = setTimeout(() => this.retry(id), RETRY_MS[Math.min(count, RETRY_MS.length - 1)]);
    this.#retries.set(id, { timer, count: count + 1 });
  }

  #end(id: string): void {
    clearTimeout(this.#retries.get(id)?.timer);
    this.#retries.delete(id);
    this.#rules.onEnd(id);
    this.#set(this.#uploads.filter((upload) => upload.id !== id));
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
