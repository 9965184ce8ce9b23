import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runOperatorCommand } from "../../../test/operator.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import {
  SECRET,
  type SignInServer,
  startSignInServer,
  Visitor,
  waitingMails,
} from "../../../test/sign-in-server.ts";
import { COMMANDS } from "./commands.ts";

const CLOSED = "This account is closed. Ask whoever runs this server.";

describe("an account that is closed", () => {
  let service: Service;
  let anna: TestPerson;
  beforeAll(async () => {
    service = await startService();
    anna = await createPerson(service, "Anna Keller");
  });
  afterAll(() => service.close());
  const run = (name: string) => runOperatorCommand(COMMANDS, `${name} ${anna.email}`, service);

  it("opens nothing at once, also on an open screen, keeps everything, and is as before when it is opened again", async () => {
    const diaryId = await createNotebook(anna);
    const client = service.connect(anna);
    let isOpen = false;
    const ended = new Promise<unknown>((resolve) =>
      client.onUpdate(
        api.diaries.listMyDiaries,
        {},
        () => {
          isOpen = true;
        },
        resolve,
      ),
    );
    await expect.poll(() => isOpen).toBe(true);
    expect((await run("close-account"))[0]).toContain("is closed");
    expect(await ended).toMatchObject({ data: { code: "account-closed", message: CLOSED } });
    const refused = { data: { code: "account-closed", message: CLOSED } };
    await expect(anna.http.query(api.diaries.getDiary, { diaryId })).rejects.toMatchObject(refused);
    await expect(anna.http.query(api.users.getCurrentUser, {})).rejects.toMatchObject(refused);
    await expect(anna.http.query(api.invitations.listMyInvitations, {})).rejects.toMatchObject(refused);
    await expect(createNotebook(anna)).rejects.toMatchObject(refused);
    expect(await run("close-account")).toEqual([`The account of ${anna.email} is closed already.`]);

    await run("reopen-account");
    expect(await anna.http.query(api.diaries.getDiary, { diaryId })).toMatchObject({ _id: diaryId });
    const { rows } = await service.database.pool.query(
      "select event_type, actor_id from audit_events where event_type like 'account.%ed' and target_id = $1 order by id",
      [anna.subject],
    );
    expect(rows.slice(-2)).toEqual([
      { event_type: "account.closed", actor_id: null },
      { event_type: "account.reopened", actor_id: null },
    ]);
    await client.close();
  });
});

describe("an account of the embedded sign-in", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer();
  });
  afterAll(() => server.close());
  const change = (line: string) => runOperatorCommand(COMMANDS, line, server);
  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;

  it("is signed out on every device, and nowhere else", async () => {
    const [phone, laptop, other] = [0, 1, 2].map(() => new Visitor(server.url)) as [
      Visitor,
      Visitor,
      Visitor,
    ];
    await phone.signUp("maria@example.org");
    await laptop.signIn("maria@example.org");
    await other.signUp("other@example.org");
    expect(await change("sign-out maria@example.org")).toEqual([
      "maria@example.org was signed out on 2 devices. Pages that are open there end within five minutes.",
    ]);
    expect([await phone.token(), await laptop.token()]).toEqual([null, null]);
    expect(await other.token()).not.toBeNull();
  });

  it("can't be signed in to while it is closed, and says why", async () => {
    const { body } = await new Visitor(server.url).signUp("closed@example.org");
    await sql(
      "insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), $1, 'closed@example.org', '')",
      [body.user.id],
    );
    await change("close-account closed@example.org");
    const refused = await new Visitor(server.url).signIn("closed@example.org");
    expect([refused.status, refused.body.message]).toEqual([403, CLOSED]);
    await change("reopen-account closed@example.org");
    expect((await new Visitor(server.url).signIn("closed@example.org")).status).toBe(200);
  });

  it("loses its second factor after a check, which is written down, and its owner is told", async () => {
    const visitor = new Visitor(server.url);
    const { body } = await visitor.signUp("factor@example.org");
    const id = body.user.id;
    const command = "reset-two-factor factor@example.org known-number";
    await expect(change(command)).rejects.toThrow("has no two-factor sign-in");
    await sql(
      `insert into auth."twoFactor" (id, secret, "backupCodes", "userId") values ('t', 's', 'b', $1)`,
      [id],
    );
    await sql(`update auth."user" set "twoFactorEnabled" = true where id = $1`, [id]);
    await change(command);
    expect(await sql(`select "twoFactorEnabled" as on from auth."user" where id = $1`, [id])).toEqual([
      { on: false },
    ]);
    expect(await visitor.token()).toBeNull();
    expect(
      await sql("select details from audit_events where event_type = 'account.twoFactorDisabled'"),
    ).toEqual([{ details: { by: "operator", check: "known-number" } }]);
    expect((await waitingMails(server.database)).at(-1)).toMatchObject({
      to: "factor@example.org",
      subject: "Two-factor sign-in for CareDiary was switched off",
    });
  });

  it("gets the link again that confirms its address, and the link works", async () => {
    const mailing = await startSignInServer({ config: () => ({ smtpUrl: "smtp://localhost:1" }) });
    try {
      await new Visitor(mailing.url).signUp("late@example.org");
      const run = () =>
        runOperatorCommand(COMMANDS, "resend-proof late@example.org", {
          database: mailing.database,
          config: { ...mailing.config, secretKey: SECRET },
        });
      await run();
      const mails = await waitingMails(mailing.database);
      const token = /#token=([^\s&]+)/.exec(mails.at(-1)!.text)![1]!;
      const visitor = new Visitor(mailing.url);
      expect((await visitor.get(`/api/auth/verify-email?token=${encodeURIComponent(token)}`)).status).toBe(
        200,
      );
      expect((await visitor.signIn("late@example.org")).status).toBe(200);
      expect(await run()).toEqual(["late@example.org is a proven address already."]);
    } finally {
      await mailing.close();
    }
  });

  it("that doesn't exist, and a check that isn't one, are refused in words", async () => {
    await expect(change("sign-out nobody@example.org")).rejects.toThrow(
      "There is no account with the e-mail address nobody@example.org.",
    );
    await expect(change("reset-two-factor a@b.c trust-me")).rejects.toThrow("isn't a check");
  });
});
