import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../../../server/config.ts";
import { createLog } from "../../../../server/log.ts";
import { createDelivery } from "../../../../server/mail/delivery.ts";
import { startPostman } from "../../../../server/mail/postman.ts";
import { eventually } from "../../../../test/conformance/waiting.ts";
import { api, createNotebook, createPerson, invite, type TestPerson } from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { spec } from "../../../../test/spec.ts";

let service: Service;
let owner: TestPerson;
const stops: (() => Promise<unknown>)[] = [];
const received: Buffer[] = [];

beforeAll(async () => {
  service = await startService();
  owner = await createPerson(service, "Olga Owner");
  const directory = await mkdtemp(join(tmpdir(), "carediary-invitations-"));
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
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
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const delivery = createDelivery({ ...loadConfig({ DATA_DIR: directory }), smtpUrl });
  const postman = startPostman({ database: service.database, delivery, log: createLog("silent") });
  stops.push(
    () => postman.stop(),
    () => new Promise<void>((resolve) => smtp.close(() => resolve())),
    () => rm(directory, { recursive: true, force: true }),
  );
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await service.close();
});

/** The mail that arrived at an address, as a mail program parses it. */
const mailTo = (email: string) =>
  eventually(async () => {
    const mails = await Promise.all(received.map((raw) => PostalMime.parse(raw)));
    return mails.find(({ to }) => to?.some(({ address }) => address === email));
  }, 15_000);

const linkIn = (text: string) => /^(\S+)\/invitations\/([\w-]{43})\/accept#to=\S+$/m.exec(text)!;

describe("the mail of an invitation", () => {
  it.each([
    ["member", "Caregiver"],
    ["admin", "Admin"],
    ["extended", "Viewer"],
  ] as const)(
    "tells a %s who invites, to which notebook, as %s, until when, and links to the invitation",
    { tags: spec("CORE-186"), timeout: 30_000 },
    async (role, label) => {
      const invitee = await createPerson(service, "Ines Invitee");
      const diaryId = await createNotebook(owner, { name: "Mother's notebook" });
      const { invitationId } = await invite(service, owner, diaryId, invitee.email, {
        role,
        personalMessage: "Dear Ines,\nplease come in.",
      });
      const mail = await mailTo(invitee.email);
      expect(mail.subject).toBe("Olga Owner invites you to Mother's notebook on CareDiary");
      const [, origin, token] = linkIn(mail.text!);
      expect(origin).toBe(service.url);
      const to = new URLSearchParams({ to: invitee.email });
      expect(mail.html).toContain(`href="${service.url}/invitations/${token}/accept#${to}"`);
      for (const [form, message] of [
        [mail.text!, "> Dear Ines,\n> please come in."],
        [mail.html!, "Dear Ines,<br>please come in."],
      ] as const) {
        expect(form).toContain("Olga Owner invites you to Mother");
        expect(form).toContain(label);
        expect(form).toMatch(
          role === "extended" ? "give no medicines" : /gives? medicines|what caregivers do/,
        );
        expect(form).toContain(message);
        expect(form).toContain("14 days");
        expect(form).toMatch(/If you don(&#39;|')t know Olga Owner, ignore this message/);
      }
      expect(await invitee.http.query(api.invitations.getInvitationByToken, { token: token! })).toMatchObject(
        { _id: invitationId, status: "pending", role, isForCaller: true },
      );
    },
  );

  it("is in the language of the address's account, and for a stranger in that of the inviter", async () => {
    const [inviter, member] = [await createPerson(service, "Iga"), await createPerson(service, "Lena")];
    const speak = (userId: string, language: string) =>
      service.database.pool.query("update users set language = $2 where id = $1", [userId, language]);
    await speak(inviter.userId, "pl");
    await speak(member.userId, "de");
    const diaryId = await createNotebook(inviter, { name: "Rosa" });
    await invite(service, inviter, diaryId, member.email, { role: "member" });
    await invite(service, inviter, diaryId, "stranger@example.org", { role: "member" });
    const letter = await mailTo(member.email);
    expect(letter.subject).toBe("Iga lädt Sie auf CareDiary ein: Rosa");
    expect(letter.text).toContain("Ihre Rolle: Pflegende Person.");
    expect((await mailTo("stranger@example.org")).subject).toBe("Iga zaprasza Cię w CareDiary: Rosa");
  });

  it("escapes hostile names and messages in header, text and HTML", async () => {
    const evil = `<img src=x onerror=alert(1)>"'&`;
    const hostile = await createPerson(service, `Eve\r\nBcc: eve@example.org\u202e${evil}`);
    const diaryId = await createNotebook(hostile, { name: `${"N".repeat(150)}\n${evil}` });
    const invitee = await createPerson(service, "Ines Invitee");
    const personalMessage = `${evil}\n.\r\n</blockquote><a href="https://evil.example.org">Accept</a>`;
    await invite(service, hostile, diaryId, invitee.email, { personalMessage });
    const mail = await mailTo(invitee.email);
    // Invisible spaces keep mail programs from making links of a name.
    expect(mail.subject).toMatch(
      /^Eve Bcc: eve@\u200bexample\.\u200borg<img src=x onerror=alert\(1\)>"'& invites you to N{80}… on CareDiary$/,
    );
    expect(mail.subject!.length).toBeLessThan(250);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.to).toEqual([{ address: invitee.email, name: "" }]);
    expect(mail.html).not.toMatch(/<img|href="https:\/\/evil/);
    expect(mail.html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;");
    expect(mail.html!.match(/<\/blockquote>/g)).toHaveLength(1);
    // Each line of the inviter's own text is marked as a quotation.
    expect(mail.text).toContain(
      `> ${evil}\n> .\n> </blockquote><a href="https://evil.example.org">Accept</a>`,
    );
    expect(linkIn(mail.text!)[1]).toBe(service.url);
  }, 30_000);

  it("takes the link's address from the configuration, not from the request's host", async () => {
    const diaryId = await createNotebook(owner);
    const email = "host-header@example.org";
    const body = JSON.stringify({
      path: "invitations:createInvitation",
      args: { diaryId, email, role: "member" },
      format: "json",
    });
    const response = await fetch(`${service.url}/api/mutation`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await service.issuer.tokenFor(owner)}`,
        "x-forwarded-host": "evil.example.org",
        "x-forwarded-proto": "http",
        forwarded: "host=evil.example.org",
      },
      body,
    });
    expect(response.status).toBe(200);
    const mail = await mailTo(email);
    expect(mail.text).not.toContain("evil");
    expect(mail.html).not.toContain("evil");
    expect(linkIn(mail.text!)[1]).toBe(service.url);
  }, 30_000);

  it("has a placeholder for an inviter without a name", async () => {
    const nameless = await createPerson(service, "X");
    await nameless.http.mutation(api.users.syncUser, {
      clerkUserId: nameless.subject,
      email: nameless.email,
      name: " ",
    });
    const diaryId = await createNotebook(nameless);
    const email = "nameless@example.org";
    await invite(service, nameless, diaryId, email);
    expect((await mailTo(email)).subject).toBe(
      "Somebody invites you to Rosa Blum's Care Notebook on CareDiary",
    );
  }, 30_000);
});

describe("the token of a link", () => {
  /** Every row of every table, in all schemas, as text. */
  async function rowsWith(secrets: string[]): Promise<string[]> {
    const { pool } = service.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(25);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool.query(`select t::text as row from ${name} t`);
      for (const { row } of rows) if (secrets.some((secret) => row.includes(secret))) found.push(name);
    }
    return found;
  }

  it("is stored only in the unsent mail, and no mutation returns it", async () => {
    const email = "secret@example.org";
    const diaryId = await createNotebook(owner);
    const client = service.connect(owner);
    const invitationId = await client.mutation(api.invitations.createInvitation, {
      diaryId,
      email,
      role: "member",
    });
    const [, , first] = linkIn((await mailTo(email)).text!);
    await service.database.pool.query(
      "update invitations set last_sent_at = now() - interval '1 hour' where id = $1",
      [invitationId],
    );
    received.length = 0;
    await client.mutation(api.invitations.resendInvitation, { invitationId });
    const [, , second] = linkIn((await mailTo(email)).text!);
    const { link } = await client.action(api.invitations.createInvitationLink, { invitationId });
    const third = link.split("/").at(-2)!;
    expect(new Set([first, second, third]).size).toBe(3);
    await eventually(
      async () =>
        (await service.database.pool.query("select from mail_outbox where sent_at is null")).rowCount === 0,
      15_000,
    );
    const secrets = [first!, second!, third].flatMap((token) => [
      token,
      Buffer.from(token, "base64url").toString("hex"),
      Buffer.from(token, "base64url").toString("base64"),
    ]);
    // The search works: it finds the invitation's id, in the tables that may have it.
    expect(new Set(await rowsWith([invitationId]))).toEqual(
      new Set([
        "public.invitations",
        "public.invitation_links",
        "public.audit_events",
        "public.sync_outcomes",
        "public.sync_log",
      ]),
    );
    expect(await rowsWith(secrets)).toEqual([]);
    // The audit event has no address either.
    const { rows } = await service.database.pool.query("select details::text from audit_events");
    expect(JSON.stringify(rows)).not.toContain("@");
  }, 60_000);
});
