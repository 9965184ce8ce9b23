import { newId } from "../../../lib/ids.ts";
/** A file that is being uploaded or that failed. */
export type Upload = {
  id: string;
  file: File;
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
  file: File,
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
};

/** Uploads files, a few at a time; subscribers are notified of each change. */
export class UploadQueue {
  #rules: Rules;
  #uploads: readonly Upload[] = [];
  #running = new Map<string, AbortController>();
  #listeners = new Set<() => void>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  uploads = (): readonly Upload[] => this.#uploads;

  add = (files: readonly File[]): void => {
    const added = files.map((file): Upload => {
      const problem = this.#rules.refusal(file);
      const state = problem ? "refused" : "waiting";
      return { id: newId(), file, state, sent: 0, objectName: null, problem };
    });
    this.#set([...this.#uploads, ...added]);
    this.#begin();
  };

  retry = (id: string): void => {
    this.#change(id, { state: "waiting", sent: 0, objectName: null, problem: null });
    this.#begin();
  };

  /** Aborts an upload if it is running, and removes it. */
  cancel = (id: string): void => {
    this.#running.get(id)?.abort();
    // Frees its slot without waiting for the server's answer.
    this.#running.delete(id);
    this.#forget(id);
    this.#begin();
  };

  cancelAll = (): void => {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#set([]);
  };

  #begin(): void {
    for (const { id, file, state } of this.#uploads) {
      if (this.#running.size >= PARALLEL) return;
      if (state === "waiting" && !this.#running.has(id)) void this.#send(id, file);
    }
  }

  async #send(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      await this.#rules.send(file, (progress) => this.#change(id, progress), controller.signal);
      this.#forget(id);
    } catch (error) {
      if (!controller.signal.aborted) {
        this.#change(id, { state: "failed", problem: this.#rules.explain(error) });
      }
    } finally {
      this.#running.delete(id);
      this.#begin();
    }
  }

  #change(id: string, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  #forget(id: string): void {
    this.#set(this.#uploads.filter((upload) => upload.id !== id));
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
