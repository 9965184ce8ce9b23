import type { IncomingMessage } from "node:http";
import { sql } from "kysely";
import type { Logger } from "pino";
import { type Cancel, type Clock, systemClock } from "../clock.ts";
import type { Database } from "../db/database.ts";

export type Device = "phone" | "computer";

/**
 * The interval of writing the last contacts: one statement a minute for all of a node, for any number of messages.
 */
const WRITTEN_EVERY_MS = 60_000;

/** Whether a browser runs on a phone or tablet, by its user agent. */
export const getDevice = ({ headers }: Pick<IncomingMessage, "headers">): Device =>
  /Mobi|Android|iPhone|iPad/i.test(headers["user-agent"] ?? "") ? "phone" : "computer";

/** When users' devices last sent a message, kept in memory and written once a minute. */
export class Contacts {
  readonly #database: Database;
  readonly #log: Logger;
  /** By subject and device, the time in ms of this process. */
  #heard = new Map<string, { subject: string; device: Device; at: number }>();
  readonly #clock: Clock;
  #stopWriting: Cancel = () => {};

  constructor(database: Database, log: Logger, clock = systemClock) {
    this.#database = database;
    this.#log = log;
    this.#clock = clock;
  }

  /** Records a message or an answer to a ping from a user's device; ignores connections that aren't signed in. */
  hear(subject: string | null, device: Device): void {
    if (subject === null) return;
    const key = `${device} ${subject}`;
    const known = this.#heard.get(key);
    if (known) known.at = this.#clock.elapsed();
    else this.#heard.set(key, { subject, device, at: this.#clock.elapsed() });
  }

  start(): void {
    this.#stopWriting = this.#clock.every(WRITTEN_EVERY_MS, () => this.write());
  }

  /** Writes the contacts recorded since the last write. */
  async write(): Promise<void> {
    const heard = [...this.#heard.values()];
    this.#heard.clear();
    if (heard.length === 0) return;
    const rows = heard.map(({ subject, device, at }) => ({
      subject,
      device,
      // PostgreSQL's clock counts: nodes may have others.
      age: Math.max(0, this.#clock.elapsed() - at) / 1000,
    }));
    try {
      await sql`
        insert into user_contacts (user_id, device, last_at)
        select u.id, h.device, now() - make_interval(secs => h.age)
          from jsonb_to_recordset(${JSON.stringify(rows)}) as h(subject text, device text, age float8)
          join users u on u.clerk_user_id = h.subject and u.deleted_at is null
         order by u.id, h.device
            on conflict (user_id, device) do update set last_at = greatest(user_contacts.last_at, excluded.last_at)`.execute(
        this.#database.db,
      );
    } catch (error) {
      this.#log.warn({ err: error }, "The last contacts of devices couldn't be written.");
    }
  }

  async stop(): Promise<void> {
    this.#stopWriting();
    await this.write();
  }
}
