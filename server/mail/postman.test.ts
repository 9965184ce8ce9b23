import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { setDatabaseTime } from "../../test/database_clock.ts";
import { createFakeClock, type FakeClock } from "../../test/fake_clock.ts";
import { type Config, loadConfig } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { createLog } from "../log.ts";
import { createDelivery } from "./delivery.ts";
import { enqueueMail } from "./outbox.ts";
import { startPostman } from "./postman.ts";

const MAIL = { to: "maria@example.org", subject: "Grüße", text: "Plain ✓", html: "<p>Rich ✓</p>" };

describe("the postman", () => {
  let database: Database;
  let dropDatabase: () => Promise<void>;
  let directory: string;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    const created = await createTestDatabase({ hasClock: true });
    dropDatabase = created.drop;
    database = openDatabase(created.connectionString, { max: 6 });
    directory = await mkdtemp(join(tmpdir(), "carediary-mail-"));
  });
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
    clocks = [];
    await database.close();
    await dropDatabase();
    await rm(directory, { recursive: true, force: true });
  });

  const config = (smtpUrl: string | null): Config => ({ ...loadConfig({ DATA_DIR: directory }), smtpUrl });
  let clocks: FakeClock[] = [];
  const start = (smtpUrl: string | null) => {
    const clock = createFakeClock();
    clocks.push(clock);
    const delivery = createDelivery(config(smtpUrl));
    const postman = startPostman({ database, delivery, log: createLog("silent"), clock });
    stops.push(() => postman.stop());
    return postman;
  };
  /** The next round of all postmen, at once; resolves once all are over. */
  const round = () => Promise.all(clocks.map((clock) => clock.advance(1000)));
  const rows = async () => (await database.pool.query("select * from mail_outbox order by id")).rows;

  /** A real mail server; `refuse` decides by recipient and attempt what it answers. */
  async function mailServer(refuse: (to: string, attempt: number) => number | null = () => null) {
    const received: Buffer[] = [];
    const attempts = new Map<string, number>();
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo({ address }, _session, callback) {
        const attempt = (attempts.get(address) ?? 0) + 1;
        attempts.set(address, attempt);
        const responseCode = refuse(address, attempt);
        callback(responseCode ? Object.assign(new Error(`no mail for ${address}`), { responseCode }) : null);
      },
      onData(stream, _session, callback) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          received.push(Buffer.concat(chunks));
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
    stops.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
    return { url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, received };
  }

  it("delivers the other mails when the outcome of one can't be stored", async () => {
    const { url, received } = await mailServer((to) => (to.startsWith("spoilt") ? 550 : null));
    await database.pool.query(
      "alter table mail_outbox add constraint spoilt check (to_address not like 'spoilt%' or last_error is null)",
    );
    const mails = ["spoilt@example.org", "maria@example.org", "spoilt2@example.org", "rosa@example.org"];
    for (const to of mails) await enqueueMail(database.db, { ...MAIL, to });
    start(url);
    await round();
    expect(received).toHaveLength(2);
  });

  it("sends a mail within seconds of its commit, and none of a transaction that was rolled back", async () => {
    const { url, received } = await mailServer();
    start(url);
    await database.db
      .transaction()
      .execute(async (trx) => {
        await enqueueMail(trx, { ...MAIL, to: "never@example.org" });
        throw new Error("rolled back");
      })
      .catch(() => {});
    await database.db.transaction().execute((trx) => enqueueMail(trx, MAIL));
    await round();
    expect(received).toHaveLength(1);
    const mail = await PostalMime.parse(received[0]!);
    expect(mail.to).toEqual([{ address: "maria@example.org", name: "" }]);
    expect(mail.subject).toBe("Grüße");
    expect(mail.text?.trim()).toBe("Plain ✓");
    expect(mail.html?.trim()).toBe("<p>Rich ✓</p>");
    expect((await rows())[0].sent_at).not.toBeNull();
    expect((await rows())[0]).toMatchObject({
      text_body: "",
      html_body: "",
      next_attempt_at: null,
      attempts: 1,
    });
  });

  it("sends to no recipient that a line break in the subject adds", async () => {
    const { url, received } = await mailServer();
    start(url);
    await enqueueMail(database.db, { ...MAIL, to: "a@example.org", subject: "x\r\nBcc: evil@example.org" });
    await round();
    expect(received).toHaveLength(1);
    const mail = await PostalMime.parse(received[0]!);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
  });

  it("tries again after a temporary failure, with the same Message-ID", async () => {
    const { url, received } = await mailServer((_, attempt) => (attempt === 1 ? 451 : null));
    start(url);
    const at = Date.parse("2026-11-27T12:00:00Z");
    await setDatabaseTime(database, at);
    await enqueueMail(database.db, MAIL);
    await round();
    const [passing] = await rows();
    expect(passing.last_error).not.toBeNull();
    expect(passing.next_attempt_at - at).toBeGreaterThan(20_000);
    expect(passing.text_body).toBe("Plain ✓");
    await setDatabaseTime(database, passing.next_attempt_at - 1);
    await round();
    expect(received).toEqual([]);
    await setDatabaseTime(database, passing.next_attempt_at);
    await round();
    expect(received).toHaveLength(1);
    expect((await PostalMime.parse(received[0]!)).messageId).toBe(`<${passing.id}@localhost>`);
    expect((await rows())[0].attempts).toBe(2);
  });

  it("sends a mail again with the same Message-ID when a node died between delivery and recording it", async () => {
    const { url, received } = await mailServer();
    await enqueueMail(database.db, MAIL);
    const [{ id }] = await rows();
    const dying = createDelivery(config(url));
    await dying.deliver(id, MAIL);
    dying.close();
    start(url);
    await round();
    expect(received).toHaveLength(2);
    const ids = await Promise.all(received.map(async (raw) => (await PostalMime.parse(raw)).messageId));
    expect(new Set(ids)).toEqual(new Set([`<${id}@localhost>`]));
  });

  it("sends each mail once when several nodes look at the same outbox", async () => {
    const { url, received } = await mailServer();
    for (let index = 0; index < 50; index += 1)
      await enqueueMail(database.db, { ...MAIL, subject: `Mail ${index}` });
    start(url);
    start(url);
    start(url);
    await round();
    await round();
    const subjects = await Promise.all(received.map(async (raw) => (await PostalMime.parse(raw)).subject));
    expect(new Set(subjects).size).toBe(50);
    expect(subjects).toHaveLength(50);
  });

  it("keeps mails while the mail server can't be reached", async () => {
    start("smtp://127.0.0.1:1");
    await enqueueMail(database.db, MAIL);
    await round();
    expect((await rows())[0].last_error).not.toBeNull();
    expect((await rows())[0]).toMatchObject({ sent_at: null, text_body: "Plain ✓" });
    expect((await rows())[0].next_attempt_at).not.toBeNull();
  });

  it("writes .eml files that only their owner can read when no mail server is configured", async () => {
    start(null);
    await enqueueMail(database.db, MAIL);
    const mails = join(directory, "mail");
    // A file has its name once it is whole.
    const letters = async () =>
      (await readdir(mails).catch(() => [])).filter((name) => name.endsWith(".eml"));
    await round();
    expect(await letters()).toHaveLength(1);
    const [name = ""] = await letters();
    expect(name).toMatch(/^[0-9a-f-]{36}\.eml$/);
    expect((await stat(join(mails, name))).mode & 0o777).toBe(0o600);
    expect((await stat(mails)).mode & 0o777).toBe(0o700);
    const mail = await PostalMime.parse(await readFile(join(mails, name)));
    expect([mail.subject, mail.text?.trim()]).toEqual(["Grüße", "Plain ✓"]);
  });

  it("finishes and records the current delivery when it is stopped", async () => {
    const begun = Promise.withResolvers<null>();
    const { url, received } = await mailServer(() => {
      begun.resolve(null);
      return null;
    });
    const postman = start(url);
    await enqueueMail(database.db, MAIL);
    const delivering = round();
    await begun.promise;
    await postman.stop();
    expect(received).toHaveLength(1);
    expect((await rows())[0].sent_at).not.toBeNull();
    await delivering;
  });
});
