import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../server/db/database.ts";
import { createTestDatabase } from "../../../test/database.ts";

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  drop = test.drop;
  database = openDatabase(test.connectionString, { max: 1 });
  // The former tables, as far as the migration reads and writes them.
  await database.pool.query(`
    create schema before; set search_path = before, public;
    create table before.diaries (id int primary key, time_zone text);
    create table before.notes (id serial, diary_id int, type text, note_date timestamptz not null);
    create table before.note_versions (diary_id int, note_date timestamptz not null);
    create index notes_list on before.notes (diary_id, note_date desc, id desc);
    create index notes_lists on before.notes (diary_id, note_date desc, id desc) where type = 'current-medications'`);
});
afterAll(async () => {
  await database.close();
  await drop();
});

it("a note's moment becomes the day in its notebook's time zone, by whatever name the zone has", async () => {
  const { pool } = database;
  const cases: [zone: string, at: string, day: string][] = [
    ["Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29"],
    ["Europe/Berlin", "2026-03-29T21:59:59Z", "2026-03-29"],
    ["Europe/Berlin", "2026-03-29T22:00:00Z", "2026-03-30"],
    ["America/New_York", "2026-03-29T04:00:00Z", "2026-03-29"],
    ["Pacific/Kiritimati", "2026-03-28T10:00:00Z", "2026-03-29"],
    ["UTC", "2026-03-29T00:00:00Z", "2026-03-29"],
    // A name that means east of Greenwich to browsers and west to PostgreSQL.
    ["+05:30", "2026-03-28T18:30:00Z", "2026-03-29"],
    ["-03:00", "2026-03-29T03:00:00Z", "2026-03-29"],
    ["Nowhere/Atall", "2026-03-29T12:00:00Z", "2026-03-29"],
    // The earliest and the latest possible days.
    ["America/New_York", "0001-01-01T00:00:00Z", "0001-01-01"],
    ["Pacific/Kiritimati", "9999-12-31T23:59:59Z", "9999-12-31"],
  ];
  for (const [i, [zone, at]] of cases.entries()) {
    await pool.query("insert into diaries values ($1, $2)", [i, zone]);
    await pool.query("insert into notes (diary_id, type, note_date) values ($1, 'default', $2)", [i, at]);
    await pool.query("insert into note_versions (diary_id, note_date) values ($1, $2)", [i, at]);
  }
  await pool.query(
    await readFile(new URL("../../../server/db/migrations/0035_note_days.sql", import.meta.url), "utf8"),
  );
  for (const table of ["notes", "note_versions"]) {
    const { rows } = await pool.query(`select note_day from ${table} order by diary_id`);
    expect(rows.map((row) => row.note_day)).toEqual(cases.map(([, , day]) => day));
  }
});
