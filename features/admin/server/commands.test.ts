import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { OperatorError } from "../../../server/operator/command.ts";
import { runOperatorCommand } from "../../../test/operator.ts";
import { api, careTeam, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { COMMANDS as MEMBERS } from "../../members/server/commands.ts";
import { COMMANDS as NOTEBOOKS } from "../../notebooks/server/commands.ts";
import { COMMANDS } from "./commands.ts";

let service: Service;
let someone: TestPerson;
beforeAll(async () => {
  service = await startService();
  someone = await createPerson(service, "Petra Platform");
});
afterAll(() => service.close());

const run = (line: string, ask?: (question: string) => Promise<boolean>) =>
  runOperatorCommand([...COMMANDS, ...MEMBERS, ...NOTEBOOKS], line, { database: service.database, ask });
const events = async (targetId: string) =>
  (
    await service.database.pool.query(
      "select event_type, actor_id, diary_id, details from audit_events where target_id = $1 order by id",
      [targetId],
    )
  ).rows;

describe("promote and demote", () => {
  it("give and take away an administrator's rights, with an audit event each", async () => {
    const { email } = someone;
    const status = () => someone.http.query(api.admin.getAdminStatus, {});
    expect(await run(`promote ${email}`)).toEqual([`${email} is an administrator now.`]);
    expect(await status()).toEqual({ isAdmin: true, isSuperAdmin: false });
    expect(await run(`promote ${email} --super`)).toEqual([`${email} is a super administrator now.`]);
    expect(await status()).toEqual({ isAdmin: true, isSuperAdmin: true });
    expect(await run(`promote ${email}`)).toEqual([`${email} is a super administrator already.`]);
    expect(await run(`demote ${email}`)).toEqual([`${email} is no administrator now.`]);
    expect(await status()).toEqual({ isAdmin: false, isSuperAdmin: false });
    expect(await run(`demote ${email}`)).toEqual([`${email} is no administrator already.`]);
    expect(
      (await events(someone.userId)).map((event) => [event.event_type, event.actor_id, event.details]),
    ).toEqual([
      ["admin.promoted", null, { isAdmin: true, isSuperAdmin: false }],
      ["admin.promoted", null, { isAdmin: true, isSuperAdmin: true }],
      ["admin.demoted", null, { isAdmin: false, isSuperAdmin: false }],
    ]);
  });

  it("show in the list of administrators, the newest account first; reading it writes an audit event", async () => {
    expect(await run("list-admins")).toEqual(["There are no administrators."]);
    const boss = await createPerson(service, "Susi Super");
    await run(`promote ${someone.email}`);
    await run(`promote ${boss.email} --super`);
    expect(await run("list-admins")).toEqual([
      `super  ${boss.email}  Susi Super`,
      `admin  ${someone.email}  Petra Platform`,
    ]);
    expect((await events("users")).map((event) => [event.event_type, event.actor_id])).toEqual([
      ["admin.listed", null],
      ["admin.listed", null],
    ]);
  });

  it("refuse an address that nobody or several people have", async () => {
    await expect(run("promote nobody@example.org")).rejects.toThrow(
      new OperatorError("Nobody with the e-mail address nobody@example.org has signed in yet."),
    );
    const email = "shared@example.org";
    for (const name of ["Sam One", "Sam Two"]) {
      const sharer = await createPerson(service, name);
      await service.database.pool.query("update users set email = $1 where id = $2", [email, sharer.userId]);
    }
    await expect(run(`promote ${email}`)).rejects.toThrow(
      new OperatorError("Several accounts have the e-mail address shared@example.org."),
    );
  });
});

describe("an address that isn't verified", () => {
  const unproven = async () => {
    const squatter = await createPerson(service, "Petra Platform");
    await service.database.pool.query("update users set email_verified = false where id = $1", [
      squatter.userId,
    ]);
    return squatter;
  };
  const rolesOf = async ({ userId }: TestPerson) =>
    (
      await service.database.pool.query(
        `select is_admin, (select count(*)::int from members where user_id = u.id) as memberships
           from users u where id = $1`,
        [userId],
      )
    ).rows[0];

  it("gets administrator's rights or a membership only when the operator vouches for its owner", async () => {
    const squatter = await unproven();
    const { email } = squatter;
    const notebook = await createNotebook(await createPerson(service, "Olga Owner"));
    const commands = [`promote ${email} --super`, `add-member ${notebook} ${email} caregiver`];
    const reason = `Nobody has proven that ${email} is the address of Petra Platform: whoever made the account typed it.`;
    for (const command of commands) {
      await expect(run(command)).rejects.toThrow(
        new OperatorError(`${reason} If you know it is theirs, add --unproven.`),
      );
      const ask = vi.fn(async () => false);
      expect(await run(command, ask)).toEqual(["Nothing was changed."]);
      expect(ask.mock.calls).toEqual([[`${reason}\nDo you know that it is theirs?`]]);
    }
    expect(await rolesOf(squatter)).toEqual({ is_admin: false, memberships: 0 });
    await run(commands[0]!, async () => true);
    await run(`${commands[1]} --unproven`);
    expect(await rolesOf(squatter)).toEqual({ is_admin: true, memberships: 1 });
    // Removing rights needs no verified address.
    await run(`demote ${email}`);
    expect(await rolesOf(squatter)).toEqual({ is_admin: false, memberships: 1 });
  });

  it("counts as verified once the operator vouches for it, with an audit event", async () => {
    const { email, subject } = await unproven();
    expect(await run(`confirm-address ${email}`)).toEqual([`${email} counts as proven now.`]);
    expect(await run(`confirm-address ${email}`)).toEqual([`${email} is a proven address already.`]);
    expect(await run(`promote ${email}`)).toEqual([`${email} is an administrator now.`]);
    expect((await events(subject)).map((event) => [event.event_type, event.actor_id, event.details])).toEqual(
      [["account.emailVerified", null, { by: "operator" }]],
    );
    await run(`demote ${email}`);
  });
});

describe("add-member and list-notebooks", () => {
  it("add a person to a notebook by its short or full id, and show it", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const first = await createNotebook(owner, { name: "Rosa's notebook" });
    const second = await createNotebook(owner);
    const diary = (await owner.http.query(api.diaries.getDiary, { diaryId: first }))!;
    const { email } = someone;
    expect(await run(`list-notebooks ${email}`)).toEqual([`${email} has no notebooks.`]);
    expect(await run(`add-member ${diary.shortId} ${email} Caregiver`)).toEqual([
      `${email} is in notebook ${diary.shortId} now, as Caregiver.`,
    ]);
    await run(`add-member ${second} ${email} viewer`);
    const roles = (await someone.http.query(api.diaries.listMyDiaries, {})).map((each) => [
      each._id,
      each.userRole,
    ]);
    expect(new Map(roles as [string, string][])).toEqual(
      new Map([
        [first, "member"],
        [second, "extended"],
      ]),
    );
    const lines = await run(`list-notebooks ${email}`);
    expect(lines).toContain(`${diary.shortId}  ${first}  Caregiver  Rosa's notebook`);
    expect(lines).toHaveLength(2);
    const added = (await events(someone.userId)).filter((event) => event.event_type === "member.added");
    expect(added.map((event) => [event.diary_id, event.details])).toEqual([
      [first, { role: "member" }],
      [second, { role: "extended" }],
    ]);
  });

  it("refuse a missing notebook and a person who is a member already, and change nothing", async () => {
    const { diaryId, owner } = await careTeam(service);
    const { email } = owner;
    const before = await events(owner.userId);
    for (const notebook of ["222222", "7a1c3b9e-0000-7000-8000-000000000000", "x"]) {
      await expect(run(`add-member ${notebook} ${email} admin`)).rejects.toThrow(
        new OperatorError(`There is no notebook ${notebook}.`),
      );
    }
    await expect(run(`add-member ${diaryId} ${email} viewer`)).rejects.toThrow(
      new OperatorError(`${email} is a member of notebook ${diaryId} already.`),
    );
    const members = await owner.http.query(api.members.listMembers, { diaryId });
    expect(members.find((member) => member.userId === owner.userId)?.role).toBe("owner");
    expect(await events(owner.userId)).toEqual(before);
  });

  it("takes a role by its label or by its value in the protocol, and no other", async () => {
    const { email } = await createPerson(service, "Lee Label");
    const roles = { clinician: "Clinician", extended: "Viewer", member: "Caregiver", ADMIN: "Admin" };
    for (const [word, label] of Object.entries(roles)) {
      const notebook = await createNotebook(await createPerson(service, "Olga Owner"));
      expect(await run(`add-member ${notebook} ${email} ${word}`)).toEqual([
        `${email} is in notebook ${notebook} now, as ${label}.`,
      ]);
    }
    await expect(run(`add-member abc234 ${email} owner`)).rejects.toThrow(
      new OperatorError("owner isn't a role: caregiver, admin, clinician or viewer."),
    );
  });

  it("need an address", async () => {
    for (const line of [
      "promote olga",
      "demote olga",
      "list-notebooks olga",
      "add-member abc234 olga admin",
    ]) {
      await expect(run(line)).rejects.toThrow(new OperatorError("olga isn't an e-mail address."));
    }
  });
});
