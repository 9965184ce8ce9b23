import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { spec } from "../../test/spec.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

const run = promisify(execFile);

let database: Database;
let dropDatabase: () => Promise<void>;
let ids: Awaited<ReturnType<typeof fill>>;
beforeAll(async () => {
  const test = await createTestDatabase();
  dropDatabase = test.drop;
  database = openDatabase(test.connectionString, { max: 4 });
  ids = await fill();
});
afterAll(async () => {
  await database.close();
  await dropDatabase();
});

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

let count = 0;
const nextShortId = () => (234567 + count++).toString().replace(/[01]/g, "z");

async function insert(table: string, columns: Record<string, unknown>): Promise<string> {
  const all: Record<string, unknown> = { id: uuidv7(), ...columns };
  const places = Object.keys(all).map((_, i) => `$${i + 1}`);
  await sql(`insert into ${table} (${Object.keys(all)}) values (${places})`, Object.values(all));
  return all.id as string;
}

function insertUser(): Promise<string> {
  const name = `person-${count++}`;
  return insert("users", { clerk_user_id: name, email: `${name}@example.org`, name });
}

async function insertNotebook(owner: string): Promise<string> {
  const id = uuidv7();
  await sql(
    `with d as (
       insert into diaries (id, short_id, name, region, created_by) values ($1::uuid, $2, 'N', 'DE', $3::uuid)
     ) insert into members (id, diary_id, user_id, role) values ($4, $1::uuid, $3::uuid, 'owner')`,
    [id, nextShortId(), owner, uuidv7()],
  );
  return id;
}

const insertMember = (diary_id: string, user_id: string, role: string) =>
  insert("members", { diary_id, user_id, role });

const insertNote = (diary_id: string, by: string) =>
  insert("notes", {
    diary_id,
    short_id: nextShortId(),
    type: "default",
    title: "T",
    content: '{"type":"default","data":{"text":"x"}}',
    preview: "x",
    note_day: "2026-11-20",
    visibility: "team",
    created_by: by,
    updated_by: by,
  });

const insertTask = (diary_id: string, created_by: string, columns: Record<string, unknown> = {}) =>
  insert("tasks", { diary_id, title: "T", created_by, ...columns });

const insertComment = (created_by: string, targets: Record<string, string>) =>
  insert("comments", { content: "C", created_by, ...targets });

const insertInvitation = (diary_id: string, invited_by: string, columns: Record<string, unknown> = {}) =>
  insert("invitations", {
    diary_id,
    email: "guest@example.org",
    role: "member",
    expires_at: new Date(Date.now() + 86_400_000),
    invited_by,
    ...columns,
  });

async function fill() {
  const [owner, other] = [await insertUser(), await insertUser()];
  const [diary, elsewhere] = [await insertNotebook(owner), await insertNotebook(other)];
  return {
    owner,
    other,
    diary,
    elsewhere,
    note: await insertNote(diary, owner),
    foreignNote: await insertNote(elsewhere, other),
  };
}

const UNIQUE = { code: "23505" };
const CHECK = { code: "23514" };
const FOREIGN_KEY = { code: "23503" };

describe("the constraints of the database", () => {
  it("keep exactly one owner per notebook", { tags: spec("CORE-598") }, async () => {
    await expect(insertMember(ids.diary, ids.other, "owner")).rejects.toMatchObject(UNIQUE);
    await expect(
      sql("delete from members where diary_id = $1 and role = 'owner'", [ids.diary]),
    ).rejects.toMatchObject(CHECK);
    await expect(
      sql("update members set role = 'admin' where diary_id = $1 and role = 'owner'", [ids.diary]),
    ).rejects.toMatchObject(CHECK);
    await expect(
      sql("update members set diary_id = $1 where diary_id = $2", [ids.elsewhere, ids.diary]),
    ).rejects.toThrow();
  });

  it("refuse a new notebook without an owner", async () => {
    const diary = { short_id: nextShortId(), name: "N", region: "DE", created_by: ids.owner };
    await expect(insert("diaries", diary)).rejects.toMatchObject(CHECK);
  });

  it("allow a transfer of ownership in one transaction, and delete a notebook with everything in it", async () => {
    const [from, to] = [await insertUser(), await insertUser()];
    const diary = await insertNotebook(from);
    await insertMember(diary, to, "admin");
    const noteId = await insertNote(diary, from);
    await insertComment(to, { diary_id: diary, note_id: noteId });
    await insertTask(diary, from, { assigned_to: to, note_id: noteId });
    const client = await database.pool.connect();
    await client.query("begin");
    await client.query("update members set role = 'admin' where diary_id = $1 and user_id = $2", [
      diary,
      from,
    ]);
    await client.query("update members set role = 'owner' where diary_id = $1 and user_id = $2", [diary, to]);
    await client.query("commit");
    client.release();
    expect(await sql("select user_id from members where diary_id = $1 and role = 'owner'", [diary])).toEqual([
      { user_id: to },
    ]);
    await sql("delete from diaries where id = $1", [diary]);
    for (const table of ["members", "notes", "tasks", "comments"]) {
      expect(await sql(`select from ${table} where diary_id = $1`, [diary]), table).toEqual([]);
    }
  });

  it("allow one membership per person and notebook, with a known role", async () => {
    const someone = await insertUser();
    await insertMember(ids.diary, someone, "member");
    await expect(insertMember(ids.diary, someone, "extended")).rejects.toMatchObject(UNIQUE);
    await expect(insertMember(ids.elsewhere, someone, "guest")).rejects.toMatchObject(CHECK);
  });

  it("give a comment exactly one target, in its own notebook", async () => {
    const taskId = await insertTask(ids.diary, ids.owner);
    await insertComment(ids.owner, { diary_id: ids.diary, note_id: ids.note });
    await expect(
      insertComment(ids.owner, { diary_id: ids.diary, note_id: ids.note, task_id: taskId }),
    ).rejects.toMatchObject(CHECK);
    await expect(insertComment(ids.owner, { diary_id: ids.diary })).rejects.toMatchObject(CHECK);
    await expect(
      insertComment(ids.owner, { diary_id: ids.elsewhere, note_id: ids.note }),
    ).rejects.toMatchObject(FOREIGN_KEY);
    await expect(
      insertComment(ids.owner, { diary_id: ids.elsewhere, task_id: taskId }),
    ).rejects.toMatchObject(FOREIGN_KEY);
  });

  it("allow tasks, attachments and versions only on a note of their own notebook", async () => {
    await expect(insertTask(ids.diary, ids.owner, { note_id: ids.foreignNote })).rejects.toMatchObject(
      FOREIGN_KEY,
    );
    await expect(
      sql(
        `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
         values ($1, $2, $3, 'a.pdf', 'application/pdf', 1, $4)`,
        [uuidv7(), ids.diary, ids.foreignNote, ids.owner],
      ),
    ).rejects.toMatchObject(FOREIGN_KEY);
    await expect(
      sql(
        `insert into note_versions (note_id, diary_id, version, title, content, note_day, visibility, tags, written_by, written_at)
         values ($1, $2, 1, 'T', '{}', now(), 'team', '{}', $3, now())`,
        [ids.foreignNote, ids.diary, ids.owner],
      ),
    ).rejects.toMatchObject(FOREIGN_KEY);
  });

  it("refuse to move a note to another notebook", async () => {
    await insertComment(ids.owner, { diary_id: ids.diary, note_id: ids.note });
    await expect(
      sql("update notes set diary_id = $1 where id = $2", [ids.elsewhere, ids.note]),
    ).rejects.toThrow();
  });

  it("assign tasks only to members, and unassign a task when its member leaves", async () => {
    await expect(insertTask(ids.diary, ids.owner, { assigned_to: ids.other })).rejects.toMatchObject(
      FOREIGN_KEY,
    );
    const someone = await insertUser();
    await insertMember(ids.diary, someone, "member");
    const id = await insertTask(ids.diary, ids.owner, { assigned_to: someone });
    await sql("delete from members where diary_id = $1 and user_id = $2", [ids.diary, someone]);
    expect(await sql("select assigned_to from tasks where id = $1", [id])).toEqual([{ assigned_to: null }]);
  });

  it("set the time of completion exactly on completed tasks", async () => {
    await expect(insertTask(ids.diary, ids.owner, { status: "completed" })).rejects.toMatchObject(CHECK);
    await expect(insertTask(ids.diary, ids.owner, { completed_at: new Date() })).rejects.toMatchObject(CHECK);
    await expect(insertTask(ids.diary, ids.owner, { status: "done" })).rejects.toMatchObject(CHECK);
  });

  it("allow one pending invitation per address, with a known state and no role of an owner", {
    tags: spec("CORE-158 CORE-161"),
  }, async () => {
    await expect(insertInvitation(ids.diary, ids.owner, { role: "owner" })).rejects.toMatchObject(CHECK);
    await expect(insertInvitation(ids.diary, ids.owner, { status: "expired" })).rejects.toMatchObject(CHECK);
    await expect(insertInvitation(ids.diary, ids.owner, { status: "declined" })).rejects.toMatchObject(CHECK);
    await expect(
      insertInvitation(ids.diary, ids.owner, { email: "Guest@example.org" }),
    ).rejects.toMatchObject(CHECK);
    await expect(
      insertInvitation(ids.diary, ids.owner, { personal_message: "x".repeat(361) }),
    ).rejects.toMatchObject(CHECK);
    await insertInvitation(ids.diary, ids.owner);
    await expect(insertInvitation(ids.diary, ids.owner)).rejects.toMatchObject(UNIQUE);
    await insertInvitation(ids.elsewhere, ids.other);
  });

  it.each(["update audit_events set event_type = 'x'", "delete from audit_events", "truncate audit_events"])(
    "refuse to change audit events: %s",
    async (statement) => {
      await sql(
        "insert into audit_events (id, event_type, target_type, target_id) values ($1, 'e', 't', 'i')",
        [uuidv7()],
      );
      await expect(sql(statement)).rejects.toThrow("audit events can only be added");
    },
  );

  it("require short ids of six letters that are unique", { tags: spec("CORE-029") }, async () => {
    for (const bad of ["abc23", "abc2345", "abcde1", "abcdeO", "abcdel", "abcdei", "ABCDEF", "abcde\n"]) {
      await expect(
        sql("update diaries set short_id = $1 where id = $2", [bad, ids.diary]),
      ).rejects.toMatchObject(CHECK);
    }
    await expect(
      sql("update diaries set short_id = (select short_id from diaries where id = $1) where id = $2", [
        ids.elsewhere,
        ids.diary,
      ]),
    ).rejects.toMatchObject(UNIQUE);
  });

  it("require a super administrator to be an administrator", async () => {
    await expect(
      sql("update users set is_super_admin = true where id = $1", [ids.owner]),
    ).rejects.toMatchObject(CHECK);
  });
});

describe("the schema", () => {
  it("tracks the changes of every table that a screen reads", async () => {
    const tables = await sql(
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^(sync|schema)_|^(row_count_changes|mail_outbox|file_removals|upload_grants|upload_turns|copy_tickets|invitation_turns|medication_turns|dose_turns|handover_turns|dose_faults|deleted_accounts|mention_mails|program_clocks|reminder_clocks|dose_reminders|unplanned_notifications|notification_deliveries|webhook_deliveries|webhook_queues|webhook_wakes|settled_notifications|digests|mail_blocks|first_admin_links|user_contacts)$'`,
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      const triggers = await sql(
        "select tgname from pg_trigger where tgrelid = $1::regclass and tgname ~ '^sync_'",
        [name],
      );
      expect(triggers.map((trigger) => trigger.tgname).sort(), name).toEqual([
        "sync_delete",
        "sync_insert",
        "sync_truncate",
        "sync_update",
      ]);
      expect(await sql("select from sync_scopes where table_name = $1", [name]), name).not.toEqual([]);
    }
  });

  it("has an index for every foreign key, so that deleting doesn't read whole tables", async () => {
    const unindexed = await sql(
      `select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace
          and c.confrelid <> 'users'::regclass and c.confrelid <> 'note_types'::regclass
          and not exists (
            -- An index on all columns of the key, or one that begins with the id of the single row it points to.
            select from pg_index i where i.indrelid = c.conrelid
              and ((i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey or i.indkey[0] = c.conkey[cardinality(c.conkey)])
          )`,
    );
    expect(unindexed).toEqual([]);
  });

  it("matches its generated types", async () => {
    const bin = new URL("../../node_modules/.bin/kysely-codegen", import.meta.url).pathname;
    const options = [
      "--config-file",
      ".kysely-codegenrc.json",
      "--verify",
      "--url",
      database.connectionString,
    ];
    await run(process.execPath, [bin, ...options], { cwd: new URL("../..", import.meta.url).pathname });
  });

  it("runs each migration once, also when nodes start together or later", async () => {
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    const [row] = await sql("select count(*) as n, count(distinct name) as names from schema_migrations");
    expect(row.n).toBe(row.names);
  });
});
