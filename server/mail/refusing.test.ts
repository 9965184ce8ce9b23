import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { loadConfig } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { checkOutbox } from "../doctor/services.ts";
import { watchServices } from "../http/services_health.ts";
import { deleteExpired } from "../jobs/data.ts";
import { PLATFORM_QUEUES } from "../jobs/platform_queues.ts";
import { readQueues, retryQueue } from "../jobs/queue_data.ts";
import { createLog } from "../log.ts";
import type { MailOutcome } from "../rooms.ts";
import { openStorage } from "../storage/open_storage.ts";
import { createDelivery, type Delivery } from "./delivery.ts";
import { enqueueMail } from "./outbox.ts";
import { deliverDue } from "./postman.ts";

const MAIL = { subject: "Confirm your address", text: "canary-link", html: "<p>canary-link</p>" };
const PEOPLE = ["maria@example.org", "rosa@example.org", "ben@example.org"];

type Refusal = (address: string) => string | null;
/** What a mail server refuses; each answers with the code and words given. */
type Rules = { greeting?: string; sender?: string; recipient?: Refusal; message?: string };

describe("a mail server that refuses this installation", () => {
  let database: Database;
  let drop: () => Promise<void>;
  let rules: Rules;
  let received: string[];
  let dialogues: number;
  let lines: string[];
  let outcomes: MailOutcome[];
  let url: string;
  let close: () => Promise<void>;
  let delivery: Delivery;

  beforeEach(async () => {
    const created = await createTestDatabase();
    drop = created.drop;
    database = openDatabase(created.connectionString, { max: 6 });
    rules = {};
    received = [];
    lines = [];
    outcomes = [];
    dialogues = 0;
    const refusal = (answer: string | null | undefined) =>
      answer ? Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }) : null;
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onConnect(_, callback) {
        dialogues++;
        callback(refusal(rules.greeting));
      },
      onMailFrom: (_, __, callback) => callback(refusal(rules.sender)),
      onRcptTo: ({ address }, _, callback) => callback(refusal(rules.recipient?.(address))),
      onData(stream, _, callback) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", async () => {
          if (!rules.message) {
            const mail = await PostalMime.parse(Buffer.concat(chunks));
            expect(mail.text).toContain("canary-link");
            received.push(mail.to![0]!.address!);
          }
          callback(refusal(rules.message));
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
    close = () => new Promise<void>((resolve) => smtp.close(() => resolve()));
    url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
    delivery = createDelivery({ ...loadConfig({}), smtpUrl: url });
  });
  afterEach(async () => {
    delivery.close();
    await close();
    await database.close();
    await drop();
  });

  const rows = async () => (await database.pool.query("select * from mail_outbox order by id")).rows;
  const waiting = async () =>
    (await readQueues(database.db, PLATFORM_QUEUES)).find(({ queue }) => queue === "mail")!;
  const write = async (people = PEOPLE) => {
    for (const to of people) await enqueueMail(database.db, { ...MAIL, to });
  };
  /** A round of the postman, as every second. */
  const deliver = () =>
    deliverDue({
      database,
      delivery,
      log: createLog("info", { write: (line: string) => void lines.push(line) }),
      onMail: (outcome) => outcomes.push(outcome),
    });
  /** Lets time pass for all that waits, in steps after each of which the postman looks. */
  async function pass(minutes: number, step = 10): Promise<void> {
    for (let passed = 0; passed < minutes; passed += step) {
      await database.pool.query(
        `update mail_outbox set created_at = created_at - make_interval(mins => $1),
           tried_since = tried_since - make_interval(mins => $1), held_since = held_since - make_interval(mins => $1),
           next_attempt_at = next_attempt_at - make_interval(mins => $1),
           claimed_until = claimed_until - make_interval(mins => $1),
           failed_at = failed_at - make_interval(mins => $1), sent_at = sent_at - make_interval(mins => $1)`,
        [step],
      );
      await deliver();
    }
  }
  const begun = () => lines.filter((line) => line.includes("takes no letters")).length;
  const ended = () => lines.filter((line) => line.includes("takes letters again")).length;
  const health = async () => {
    const config = { ...loadConfig({}), smtpUrl: url };
    const storage = await openStorage(config);
    return watchServices(config, storage, database)();
  };

  const REFUSALS: [string, Rules][] = [
    ["greets with 554", { greeting: "554 no service for you" }],
    ["refuses our sender", { sender: "550 5.7.1 sender not owned" }],
    ["refuses to relay", { recipient: () => "554 5.7.1 Relay access denied" }],
    ["refuses every text", { message: "554 5.7.1 From isn't verified" }],
  ];

  it.each(REFUSALS)("and %s for an hour gets all letters once afterwards", async (_, refusing) => {
    rules = refusing;
    await write();
    await deliver();
    await pass(60);
    expect(received).toEqual([]);
    expect(await waiting()).toMatchObject({ waiting: 3, later: 0, failing: 3, failedInDay: 0 });
    expect((await waiting()).oldestSeconds).toBeGreaterThan(3_000);
    for (const row of await rows()) expect(row).toMatchObject({ text_body: "canary-link", failed_at: null });
    rules = {};
    await pass(70);
    expect(received.toSorted()).toEqual(PEOPLE.toSorted());
    expect(await waiting()).toMatchObject({ waiting: 0, failing: 0 });
    await pass(60);
    expect(received).toHaveLength(3);
    for (const row of await rows()) expect(row).toMatchObject({ text_body: "", held_since: null });
    // Once, however many letters and attempts.
    expect([begun(), ended()]).toEqual([1, 1]);
    expect(lines.join("")).not.toMatch(/example\.org|canary/);
    expect(outcomes).toContain("misconfigured");
    expect(outcomes).not.toContain("failed");
  });

  it.each(REFUSALS)("and %s is named by health and doctor until it is mended", async (_, refusing) => {
    expect(await health()).toMatchObject({ mail: "ok" });
    rules = refusing;
    await write();
    await deliver();
    expect(await health()).toMatchObject({ mail: "failing" });
    const [finding] = await checkOutbox(database);
    expect(finding).toMatchObject({
      level: "fault",
      part: "Mail",
      words: expect.stringContaining("3 letters"),
    });
    rules = {};
    expect(await retryQueue(database.db, PLATFORM_QUEUES, "mail")).toBe(3);
    await deliver();
    expect(received).toHaveLength(3);
    expect(await checkOutbox(database)).toEqual([]);
    expect(await health()).toMatchObject({ mail: "ok" });
  });

  it("is asked once a round, not once for each letter", async () => {
    rules = { sender: "550 no" };
    await write(Array.from({ length: 50 }, (_, n) => `person${n}@example.org`));
    await deliver();
    expect(dialogues).toBe(1);
    expect(await waiting()).toMatchObject({ waiting: 50, failing: 50 });
    rules = {};
    await pass(10, 5);
    expect(received).toHaveLength(50);
  });

  it("gives a letter up after days, keeps its text a while for try-again, then deletes it", async () => {
    rules = { sender: "550 no" };
    await write(["maria@example.org"]);
    await deliver();
    await pass(4 * 24 * 60 - 60, 60);
    expect((await rows())[0]).toMatchObject({ failed_at: null, text_body: "canary-link" });
    await pass(120, 60);
    const givenUp = (await rows())[0];
    expect([givenUp.next_attempt_at, givenUp.text_body]).toEqual([null, "canary-link"]);
    expect(await waiting()).toMatchObject({ waiting: 0, failedInDay: 1 });
    await deleteExpired(database);
    expect(await retryQueue(database.db, PLATFORM_QUEUES, "mail")).toBe(1);
    await deliver();
    expect((await rows())[0]).toMatchObject({ failed_at: null, text_body: "canary-link" });
    await pass(4 * 24 * 60 + 60, 60);
    expect((await rows())[0].failed_at).not.toBeNull();
    await pass(3 * 24 * 60, 3 * 24 * 60);
    await deleteExpired(database);
    expect((await rows())[0]).toMatchObject({ text_body: "", html_body: "", unsubscribe_url: null });
    expect(await retryQueue(database.db, PLATFORM_QUEUES, "mail")).toBe(0);
  });

  it("isn't in trouble when it refuses one addressee, who is given up once it has taken another letter", async () => {
    rules = { recipient: (address) => (address.startsWith("gone") ? "550 no such person" : null) };
    await write(["gone@example.org"]);
    await deliver();
    await pass(60);
    expect((await rows())[0]).toMatchObject({ failed_at: null, held_by: "letter" });
    expect(await checkOutbox(database)).toEqual([]);
    await write(["maria@example.org"]);
    await deliver();
    await deliver();
    const [gone] = await rows();
    expect([gone.next_attempt_at, gone.held_since, gone.failed_at !== null]).toEqual([null, null, true]);
    expect([received, begun(), ended()]).toEqual([["maria@example.org"], 0, 0]);
    expect(outcomes.filter((outcome) => outcome === "failed")).toHaveLength(1);
  });

  it("leaves a letter alone that another node is sending", async () => {
    rules = { sender: "550 no" };
    await write();
    await deliver();
    await database.pool.query(
      "update mail_outbox set claimed_until = now() + interval '5 minutes' where to_address = 'ben@example.org'",
    );
    expect(await retryQueue(database.db, PLATFORM_QUEUES, "mail")).toBe(2);
    rules = {};
    await deliver();
    expect(received.toSorted()).toEqual(["maria@example.org", "rosa@example.org"]);
  });
});
