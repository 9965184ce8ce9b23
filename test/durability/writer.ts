import type { ConvexClient } from "convex/browser";
import { getErrorMessage } from "../../lib/error-message.ts";
import { sleep } from "../conformance/waiting.ts";
import { api, noteArguments } from "../people.ts";
import { seededRandom } from "../random.ts";

const random = seededRandom();

/** How many notes a device sends at the same time. */
const PARALLEL_WRITES = 3;

/** A device that writes one note after another and records what it sent. */
export class Writer {
  /** Every title, in the order in which the client got them. */
  readonly sent: string[] = [];
  /** The id of each note that the server has acknowledged, by its title. */
  readonly acknowledged = new Map<string, string>();
  /** The first answer that wasn't an acknowledgement: killing the server mustn't cause one. */
  refusal: Error | null = null;
  /** What people read when a note was refused, by its title; of a device that goes on after refusals. */
  readonly refused = new Map<string, string>();
  readonly #client: ConvexClient;
  readonly #diaryId: string;
  readonly #name: string;
  readonly #goesOn: boolean;
  readonly #lanes: Promise<void>[];
  #writing = true;

  /** @param options.goesOn whether it writes the next note after one was refused */
  constructor(client: ConvexClient, diaryId: string, name: string, { goesOn = false } = {}) {
    this.#goesOn = goesOn;
    this.#client = client;
    this.#diaryId = diaryId;
    this.#name = name;
    this.#lanes = Array.from({ length: PARALLEL_WRITES }, () =>
      this.#write().catch((error) => {
        this.refusal ??= error;
      }),
    );
  }

  get unanswered(): number {
    return this.sent.length - this.acknowledged.size - this.refused.size;
  }

  /** Stops writing and waits for all answers; throws when a note was refused. */
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
      try {
        const id = await this.#client.mutation(api.notes.createNote, noteArguments(this.#diaryId, { title }));
        this.acknowledged.set(title, id);
        await sleep(random() * 10);
      } catch (error) {
        if (!this.#goesOn) throw error;
        this.refused.set(title, getErrorMessage(error, String(error)));
        await sleep(50);
      }
    }
  }
}
