import type { ConvexClient } from "convex/browser";
import { sleep } from "../conformance/waiting.ts";
import { api, noteArguments } from "../people.ts";

/** Notes that a device has under way at once. */
const AT_ONCE = 3;

/** A device that writes note after note and keeps a log of its own. */
export class Writer {
  /** Every title, in the order in which they were given to the client. */
  readonly sent: string[] = [];
  /** The id of each note that the server said it has, by its title. */
  readonly acknowledged = new Map<string, string>();
  /** The first answer that wasn't an acknowledgement: killing is no reason for one. */
  refusal: Error | null = null;
  readonly #client: ConvexClient;
  readonly #diaryId: string;
  readonly #name: string;
  readonly #lanes: Promise<void>[];
  #writing = true;

  constructor(client: ConvexClient, diaryId: string, name: string) {
    this.#client = client;
    this.#diaryId = diaryId;
    this.#name = name;
    this.#lanes = Array.from({ length: AT_ONCE }, () =>
      this.#write().catch((error) => {
        this.refusal ??= error;
      }),
    );
  }

  get unanswered(): number {
    return this.sent.length - this.acknowledged.size;
  }

  /** Begins no more notes and waits for the answer to each that was sent; throws when one was refused. */
  async finish(): Promise<void> {
    this.#writing = false;
    await Promise.all(this.#lanes);
    await this.#client.close();
    if (this.refusal) throw this.refusal;
  }

  async #write(): Promise<void> {
    while (this.#writing) {
      const title = `${this.#name} ${this.sent.length}`;
      this.sent.push(title);
      const id = await this.#client.mutation(api.notes.createNote, noteArguments(this.#diaryId, { title }));
      this.acknowledged.set(title, id);
      await sleep(Math.random() * 10);
    }
  }
}
