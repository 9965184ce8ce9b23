import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { describe, expect, it } from "vitest";
import type { Tables } from "../../server/db/database.ts";
import { DependencyRecorder } from "../../server/db/dependencies.ts";
import { spec } from "../spec.ts";

const TRACKED = new Map([
  ["notes", [["diary_id"], ["diary_id", "created_by", "visibility"], ["id"], ["short_id"]]],
  ["members", [["diary_id"], ["user_id"], ["diary_id", "user_id"]]],
  ["diaries", [["id"], ["short_id"]]],
  ["users", [["id"], ["clerk_user_id"]]],
  ["note_types", [[]]],
  ["comments", [["diary_id"]]],
]);

type Db = Kysely<Tables>;

/** What a query is recorded as reading, in alphabetical order. */
function scopesOf(build: (db: Db) => { compile(): unknown }): string[] {
  const recorder = new DependencyRecorder(TRACKED);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [recorder],
  });
  build(db).compile();
  return [...recorder.scopes].sort();
}

const cases: [string, (db: Db) => { compile(): unknown }, string[]][] = [
  [
    "an equality",
    (db) => db.selectFrom("notes").selectAll().where("diary_id", "=", "d1"),
    ["notes/diary_id=d1"],
  ],
  [
    "a qualified equality of an alias",
    (db) => db.selectFrom("notes as n").selectAll().where("n.diary_id", "=", "d1"),
    ["notes/diary_id=d1"],
  ],
  ["no condition", (db) => db.selectFrom("notes").selectAll(), ["notes"]],
  [
    "a condition on a column that isn't tracked",
    (db) => db.selectFrom("notes").selectAll().where("title", "=", "x"),
    ["notes"],
  ],
  [
    "an IN list",
    (db) => db.selectFrom("notes").selectAll().where("diary_id", "in", ["d1", "d2"]),
    ["notes/diary_id=d1", "notes/diary_id=d2"],
  ],
  [
    "the most exact of several column sets",
    (db) => db.selectFrom("members").selectAll().where("diary_id", "=", "d1").where("user_id", "=", "u1"),
    ["members/diary_id=d1&user_id=u1"],
  ],
  [
    "every combination of lists",
    (db) =>
      db
        .selectFrom("members")
        .selectAll()
        .where("diary_id", "in", ["d1", "d2"])
        .where("user_id", "in", ["u1", "u2"]),
    [
      "members/diary_id=d1&user_id=u1",
      "members/diary_id=d1&user_id=u2",
      "members/diary_id=d2&user_id=u1",
      "members/diary_id=d2&user_id=u2",
    ],
  ],
  [
    "an OR, which binds nothing",
    (db) =>
      db
        .selectFrom("notes")
        .selectAll()
        .where((eb) => eb.or([eb("diary_id", "=", "d1"), eb("visibility", "=", "extended")])),
    ["notes"],
  ],
  [
    "an OR beside an equality",
    (db) =>
      db
        .selectFrom("notes")
        .selectAll()
        .where("diary_id", "=", "d1")
        .where((eb) => eb.or([eb("visibility", "=", "team"), eb("visibility", "=", "extended")])),
    ["notes/diary_id=d1"],
  ],
  [
    "a NOT",
    (db) =>
      db
        .selectFrom("notes")
        .selectAll()
        .where((eb) => eb.not(eb("diary_id", "=", "d1"))),
    ["notes"],
  ],
  ["an inequality", (db) => db.selectFrom("notes").selectAll().where("diary_id", "!=", "d1"), ["notes"]],
  ["IS NULL", (db) => db.selectFrom("members").selectAll().where("user_id", "is", null), ["members"]],
  [
    "an inner join through which the constant comes",
    (db) =>
      db
        .selectFrom("diaries as d")
        .innerJoin("members as m", "m.diary_id", "d.id")
        .selectAll("m")
        .where("d.id", "=", "d1"),
    ["diaries/id=d1", "members/diary_id=d1"],
  ],
  [
    "a chain of joins",
    (db) =>
      db
        .selectFrom("diaries as d")
        .innerJoin("members as m", "m.diary_id", "d.id")
        .innerJoin("notes as n", "n.diary_id", "m.diary_id")
        .selectAll("n")
        .where("d.id", "=", "d1"),
    ["diaries/id=d1", "members/diary_id=d1", "notes/diary_id=d1"],
  ],
  [
    "a left join whose condition binds the joined table only",
    (db) =>
      db
        .selectFrom("users as u")
        .leftJoin("members as m", (join) => join.onRef("m.user_id", "=", "u.id").on("m.diary_id", "=", "d1"))
        .selectAll("m")
        .where("u.clerk_user_id", "=", "c1"),
    ["members/diary_id=d1", "users/clerk_user_id=c1"],
  ],
  [
    "a left join whose condition names the other table: it keeps all of its rows",
    (db) =>
      db
        .selectFrom("diaries as d")
        .leftJoin("members as m", (join) => join.onRef("m.diary_id", "=", "d.id").on("d.id", "=", "d1"))
        .selectAll("d"),
    ["diaries", "members"],
  ],
  [
    "a right join whose condition names the left table",
    (db) =>
      db
        .selectFrom("members as m")
        .rightJoin("diaries as d", (join) => join.onRef("m.diary_id", "=", "d.id").on("d.id", "=", "d1"))
        .selectAll("d"),
    ["diaries", "members"],
  ],
  [
    "a full join",
    (db) =>
      db
        .selectFrom("members as m")
        .fullJoin("diaries as d", (join) => join.onRef("m.diary_id", "=", "d.id").on("m.diary_id", "=", "d1"))
        .selectAll("d"),
    ["diaries", "members"],
  ],
  [
    "a correlated subquery",
    (db) =>
      db
        .selectFrom("diaries as d")
        .select((eb) =>
          eb
            .selectFrom("notes as n")
            .whereRef("n.diary_id", "=", "d.id")
            .select((inner) => inner.fn.countAll<number>().as("count"))
            .as("notes"),
        )
        .where("d.id", "in", ["d1", "d2"]),
    ["diaries/id=d1", "diaries/id=d2", "notes/diary_id=d1", "notes/diary_id=d2"],
  ],
  [
    "a correlated subquery of an unbound table",
    (db) =>
      db.selectFrom("diaries as d").select((eb) =>
        eb
          .selectFrom("notes as n")
          .whereRef("n.diary_id", "=", "d.id")
          .select((inner) => inner.fn.countAll<number>().as("count"))
          .as("notes"),
      ),
    ["diaries", "notes"],
  ],
  [
    "a subquery whose condition on the outer table binds the outer table to nothing",
    (db) =>
      db
        .selectFrom("diaries as d")
        .selectAll()
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom("members as m")
              .select("m.id")
              .whereRef("m.diary_id", "=", "d.id")
              .where("d.id", "=", "d1"),
          ),
        ),
    ["diaries", "members"],
  ],
  [
    "NOT EXISTS",
    (db) =>
      db
        .selectFrom("notes as n")
        .selectAll()
        .where("n.diary_id", "=", "d1")
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("members as m")
                .select("m.id")
                .where("m.diary_id", "=", "d1")
                .where("m.user_id", "=", "u1"),
            ),
          ),
        ),
    ["members/diary_id=d1&user_id=u1", "notes/diary_id=d1"],
  ],
  [
    "IN of a subquery, which binds nothing",
    (db) =>
      db
        .selectFrom("notes as n")
        .selectAll()
        .where("n.diary_id", "in", (eb) =>
          eb.selectFrom("members as m").select("m.diary_id").where("m.user_id", "=", "u1"),
        ),
    ["members/user_id=u1", "notes"],
  ],
  [
    "a common table expression",
    (db) =>
      db
        .with("mine", (cte) => cte.selectFrom("members").select("diary_id").where("user_id", "=", "u1"))
        .selectFrom("notes as n")
        .innerJoin("mine", "mine.diary_id", "n.diary_id")
        .selectAll("n"),
    ["members/user_id=u1", "notes"],
  ],
  [
    "a common table expression whose condition doesn't reach what it reads",
    (db) =>
      db
        .with("mine", (cte) => cte.selectFrom("members").selectAll())
        .selectFrom("mine")
        .selectAll()
        .where("mine.diary_id", "=", "d1"),
    ["members"],
  ],
  [
    "a table under two aliases",
    (db) =>
      db
        .selectFrom("members as a")
        .innerJoin("members as b", "b.diary_id", "a.diary_id")
        .selectAll("b")
        .where("a.user_id", "=", "u1"),
    ["members", "members/user_id=u1"],
  ],
  [
    "an alias that stands for one thing outside and another inside",
    (db) =>
      db
        .selectFrom("members as m")
        .selectAll()
        .where("m.diary_id", "=", "d1")
        .where((eb) => eb.exists(eb.selectFrom("members as m").select("m.id").where("m.role", "=", "owner"))),
    ["members", "members/diary_id=d1"],
  ],
  [
    "an alias of two tables",
    (db) =>
      db
        .selectFrom("members as x")
        .selectAll()
        .where("x.diary_id", "=", "d1")
        .where((eb) => eb.exists(eb.selectFrom("notes as x").select("x.id"))),
    ["members/diary_id=d1", "notes"],
  ],
  [
    "both sides of a union",
    (db) =>
      db
        .selectFrom("notes as n")
        .select("n.id")
        .where("n.diary_id", "=", "d1")
        .unionAll(db.selectFrom("members as m").select("m.id").where("m.user_id", "=", "u1")),
    ["members/user_id=u1", "notes/diary_id=d1"],
  ],
  [
    "the same aliases in both parts of a union, and for the subquery around each",
    (db) => {
      const part = (visibility: string) =>
        db
          .selectFrom("diaries as d")
          .innerJoinLateral(
            (eb) =>
              eb
                .selectFrom("notes as n")
                .selectAll("n")
                .whereRef("n.diary_id", "=", "d.id")
                .where("n.visibility", "=", visibility)
                .as("n"),
            (join) => join.onTrue(),
          )
          .select("n.id")
          .where("d.id", "in", ["d1", "d2"]);
      return part("team").unionAll(part("extended"));
    },
    ["diaries/id=d1", "diaries/id=d2", "notes/diary_id=d1", "notes/diary_id=d2"],
  ],
  [
    "a subquery with the alias of the table around it, whose columns say nothing about that table",
    (db) =>
      db
        .selectFrom("notes as n")
        .select("n.id")
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom(eb.selectFrom("members as m").selectAll("m").as("n"))
              .select("n.id")
              .where("n.diary_id", "=", "d1"),
          ),
        ),
    ["members", "notes"],
  ],
  [
    "a derived table that reads inside itself",
    (db) =>
      db
        .selectFrom(db.selectFrom("notes").selectAll().where("diary_id", "=", "d1").as("inner_notes"))
        .selectAll()
        .where("inner_notes.visibility", "=", "team"),
    ["notes/diary_id=d1"],
  ],
  [
    "two tables named side by side",
    (db) =>
      db
        .selectFrom(["notes as n", "members as m"])
        .selectAll("n")
        .whereRef("m.diary_id", "=", "n.diary_id")
        .where("n.diary_id", "=", "d1"),
    ["members/diary_id=d1", "notes/diary_id=d1"],
  ],
  [
    "a catalogue",
    (db) => db.selectFrom("note_types").selectAll().where("type_id", "=", "default"),
    ["note_types"],
  ],
];

describe("rule 2 records what a query reads", () => {
  it.each(cases)("%s", (_, build, expected) => {
    expect(scopesOf(build)).toEqual(expected);
  });
});

const refusedQueries: [string, (db: Db) => { compile(): unknown }][] = [
  ["a raw subquery", (db) => db.selectFrom("diaries").select(sql`(select count(*) from notes)`.as("n"))],
  [
    "a raw join",
    (db) => db.selectFrom("diaries").select(sql`exists (select from diaries d join notes n on true)`.as("n")),
  ],
  ["a raw TABLE", (db) => db.selectFrom("diaries").select(sql`exists (table notes)`.as("n"))],
  ["a raw table in FROM", (db) => db.selectFrom(sql<{ id: string }>`notes`.as("n")).selectAll()],
  [
    "a raw table in a join",
    (db) =>
      db
        .selectFrom("users as u")
        .innerJoin(sql<{ id: string }>`notes`.as("n"), (join) => join.onTrue())
        .selectAll("u"),
  ],
  [
    "a raw subquery that ends like a date part",
    (db) => db.selectFrom("users").select(sql`(select count(day from notes))`.as("n")),
  ],
  [
    "a common table expression that hides the table it reads",
    (db) =>
      db
        .with("notes", (cte) => cte.selectFrom("notes").selectAll())
        .selectFrom("notes")
        .selectAll(),
  ],
  ["a table that isn't tracked", (db) => db.selectFrom("sync_log" as "notes").selectAll()],
];

describe("rule 2 refuses a query whose reads can't be recorded", () => {
  it.each(refusedQueries)("%s", (_, build) => {
    expect(() => scopesOf(build)).toThrow();
  });

  it('but accepts expressions that only contain the word "from"', () => {
    const build = (db: Db) =>
      db
        .selectFrom("notes")
        .select([
          sql<number>`extract(epoch from created_at)`.as("epoch"),
          sql<boolean>`visibility is distinct from 'team'`.as("other"),
        ])
        .where("diary_id", "=", "d1");
    expect(scopesOf(build)).toEqual(["notes/diary_id=d1"]);
  });
});

it("refuses a query with more than 256 operators, and accepts one with 256", {
  tags: spec("CORE-643"),
}, () => {
  const withOperators = (count: number) => (db: Db) =>
    db
      .selectFrom("notes")
      .select("id")
      .where((eb) => eb.or(Array.from({ length: count }, (_, i) => eb("version", "=", i))));
  expect(scopesOf(withOperators(256))).toEqual(["notes"]);
  expect(() => scopesOf(withOperators(257))).toThrow("at most 256 conditions");
});
