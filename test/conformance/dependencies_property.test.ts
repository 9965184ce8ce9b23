import fc from "fast-check";
import type { Kysely } from "kysely";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tables } from "../../server/db/database.ts";
import { type Database, openDatabase } from "../../server/db/database.ts";
import { DependencyRecorder } from "../../server/db/dependencies.ts";
import { createTestDatabase } from "../database.ts";

const id = (kind: number, n: number) => `00000000-0000-4000-8000-${String(kind * 100 + n).padStart(12, "0")}`;
const USERS = [1, 2, 3].map((n) => id(1, n));
const DIARIES = [1, 2].map((n) => id(2, n));
const NOTES = [1, 2, 3, 4].map((n) => id(3, n));
const VISIBILITIES = ["private", "team", "extended"];
const ROLES = ["admin", "member", "extended"];

let database: Database;
let dropDatabase: () => Promise<void>;
let tracked: Map<string, string[][]>;
beforeAll(async () => {
  const made = await createTestDatabase();
  dropDatabase = made.drop;
  database = openDatabase(made.connectionString);
  await database.pool.query(`
    insert into users (id, clerk_user_id, email, name)
      select u::uuid, u, n || '@example.org', 'Name ' || n from unnest('{${USERS}}'::text[]) with ordinality as t(u, n);
    begin;
    insert into diaries (id, short_id, name, region, created_by)
      select d::uuid, 'bbbbb' || (n + 1), 'Diary ' || n, 'DE', '${USERS[0]}' from unnest('{${DIARIES}}'::text[]) with ordinality as t(d, n);
    insert into members (id, diary_id, user_id, role)
      select gen_random_uuid(), d::uuid, '${USERS[0]}', 'owner' from unnest('{${DIARIES}}'::text[]) d;
    insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), '${DIARIES[0]}', '${USERS[1]}', 'member');
    commit;`);
  for (const [i, note] of NOTES.entries()) {
    await database.pool.query(
      `insert into notes (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by)
       values ($1, $2, $3, 'default', $4, '{}', '', now(), $5, $6, $6)`,
      [note, `aaaaa${i + 2}`, DIARIES[i % 2], `Note ${i % 3}`, VISIBILITIES[i % 3], USERS[i % 2]],
    );
  }
  const { rows } = await database.pool.query("select table_name, columns from sync_scopes");
  tracked = new Map();
  for (const { table_name, columns } of rows) {
    tracked.set(table_name, [...(tracked.get(table_name) ?? []), columns]);
  }
});
afterAll(async () => {
  await database.close();
  await dropDatabase();
});

/** The columns that a random condition may name, with values that occur. */
const COLUMNS = {
  notes: {
    diary_id: DIARIES,
    created_by: USERS,
    visibility: VISIBILITIES,
    id: NOTES,
    title: ["Note 0", "Note 1"],
  },
  members: { diary_id: DIARIES, user_id: USERS, role: ROLES },
  diaries: { id: DIARIES, name: ["Diary 1", "Renamed"] },
} as const;
type Table = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as Table[];
const KEY = { notes: "diary_id", members: "diary_id", diaries: "id" } as const;

type Condition = { column: string; operator: "=" | "in" | "!="; values: string[]; qualified: boolean };
type Where = { all: Condition[]; any: Condition[]; negated: Condition | null };
type Query = {
  table: Table;
  where: Where;
  join: {
    table: Table;
    kind: "inner" | "left" | "right" | "full";
    on: Condition[];
    where: Condition[];
  } | null;
  sub: {
    table: Table;
    kind: "count" | "exists" | "not exists" | "in";
    correlated: boolean;
    sameAlias: boolean;
    where: Where;
  } | null;
  wrap: "none" | "cte" | "derived" | "union" | "lateral";
};

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, share: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 24 * share, arbitrary }, { weight: 24 * (1 - share), arbitrary: fc.constant(null) });

// Mostly conditions on tracked columns, and few at a time, so that there is something to see in the result.
const conditionOf = (table: Table): fc.Arbitrary<Condition> => {
  const columns = Object.entries(COLUMNS[table]);
  const key = columns.find(([column]) => column === KEY[table])!;
  return fc
    .oneof({ weight: 2, arbitrary: fc.constant(key) }, { weight: 3, arbitrary: fc.constantFrom(...columns) })
    .chain(([column, values]) =>
      fc.record({
        column: fc.constant(column),
        operator: fc.constantFrom("=", "=", "=", "in", "!="),
        values: fc.subarray([...values], { minLength: 1, maxLength: 2 }),
        qualified: fc.boolean(),
      }),
    );
};
const whereOf = (table: Table): fc.Arbitrary<Where> =>
  fc.record({
    all: fc.array(conditionOf(table), { maxLength: 2 }),
    any: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Condition[]>([]) },
      { weight: 1, arbitrary: fc.array(conditionOf(table), { minLength: 2, maxLength: 2 }) },
    ),
    negated: sometimes(conditionOf(table), 1 / 8),
  });
const table = fc.constantFrom(...TABLES);
const queryArbitrary: fc.Arbitrary<Query> = fc.tuple(table, table, table).chain(([base, joined, inner]) =>
  fc.record({
    table: fc.constant(base),
    where: whereOf(base),
    join: sometimes(
      fc.record({
        table: fc.constant(joined),
        kind: fc.constantFrom("inner", "left", "right", "full"),
        on: fc.array(conditionOf(joined), { maxLength: 2 }),
        where: fc.array(conditionOf(joined), { maxLength: 1 }),
      }),
      1 / 3,
    ),
    sub: sometimes(
      fc.record({
        table: fc.constant(inner),
        kind: fc.constantFrom("count", "exists", "not exists", "in"),
        correlated: fc.boolean(),
        sameAlias: fc.boolean(),
        where: whereOf(inner),
      }),
      1 / 2,
    ),
    wrap: fc.constantFrom("none", "none", "cte", "derived", "union", "lateral"),
  }),
) as fc.Arbitrary<Query>;

// biome-ignore lint/suspicious/noExplicitAny: queries are built from data here, not typed by hand
type Any = any;

function addConditions(builder: Any, alias: string, { all, any, negated }: Where, alone: boolean): Any {
  const ref = (each: Condition) => (each.qualified || !alone ? `${alias}.${each.column}` : each.column);
  const test = (eb: Any, each: Condition) =>
    each.operator === "in" ? eb(ref(each), "in", each.values) : eb(ref(each), each.operator, each.values[0]);
  let built = builder;
  for (const each of all) built = built.where((eb: Any) => test(eb, each));
  if (any.length > 0) built = built.where((eb: Any) => eb.or(any.map((each) => test(eb, each))));
  if (negated) built = built.where((eb: Any) => eb.not(test(eb, negated)));
  return built;
}

function buildQuery(db: Any, query: Query): Any {
  const { join, sub, wrap } = query;
  const alone = !join;
  const base = (from: Any) => {
    let builder = from.selectFrom(`${query.table} as a`).selectAll("a");
    if (join) {
      builder = builder[`${join.kind}Join`](`${join.table} as b`, (on: Any) => {
        let built = on.onRef(`b.${KEY[join.table]}`, "=", `a.${KEY[query.table]}`);
        for (const { column, operator, values } of join.on) {
          built = built.on(`b.${column}`, operator, operator === "in" ? values : values[0]);
        }
        return built;
      });
      builder = builder.select(`b.${KEY[join.table]} as joined`);
      builder = addConditions(builder, "b", { all: join.where, any: [], negated: null }, false);
    }
    builder = addConditions(builder, "a", query.where, alone);
    if (!sub) return builder;
    const alias = sub.sameAlias ? "a" : "c";
    const inner = (eb: Any) => {
      let built = eb.selectFrom(`${sub.table} as ${alias}`);
      if (sub.correlated && !sub.sameAlias)
        built = built.whereRef(`c.${KEY[sub.table]}`, "=", `a.${KEY[query.table]}`);
      return addConditions(built, alias, sub.where, true);
    };
    if (sub.kind === "count") {
      return builder.select((eb: Any) =>
        inner(eb)
          .select((each: Any) => each.fn.countAll().as("n"))
          .as("n"),
      );
    }
    if (sub.kind === "in") {
      return builder.where(`a.${KEY[query.table]}`, "in", (eb: Any) =>
        inner(eb).select(`${alias}.${KEY[sub.table]}`),
      );
    }
    return builder.where((eb: Any) => {
      const exists = eb.exists(inner(eb).select(`${alias}.${KEY[sub.table]}`));
      return sub.kind === "exists" ? exists : eb.not(exists);
    });
  };
  if (wrap === "cte")
    return db
      .with("w", (cte: Any) => base(cte))
      .selectFrom("w")
      .selectAll("w");
  if (wrap === "derived") return db.selectFrom(base(db).as("w")).selectAll("w");
  if (wrap === "union") return base(db).unionAll(base(db));
  // The subquery has the alias of the table inside it, as lists of several notebooks have.
  if (wrap === "lateral")
    return db
      .selectFrom("diaries as d")
      .innerJoinLateral(
        (eb: Any) => base(eb).whereRef(`a.${KEY[query.table]}`, "=", "d.id").as("a"),
        (join: Any) => join.onTrue(),
      )
      .selectAll("a")
      .where("d.id", "in", DIARIES.slice(0, 1));
  return base(db);
}

/** A change of one row, as an operator could type it. */
const pick = (values: readonly string[]) => fc.constantFrom(...values);
const writeArbitrary: fc.Arbitrary<[string, unknown[]]> = fc.oneof(
  fc
    .tuple(pick(NOTES), pick(VISIBILITIES))
    .map(([note, v]) => ["update notes set visibility = $2 where id = $1", [note, v]]),
  fc
    .tuple(pick(NOTES), pick(["Note 0", "Note 1", "Else"]))
    .map(([note, t]) => ["update notes set title = $2 where id = $1", [note, t]]),
  fc
    .tuple(pick(NOTES), pick(DIARIES))
    .map(([note, d]) => ["update notes set diary_id = $2 where id = $1", [note, d]]),
  fc
    .tuple(pick(NOTES), pick(USERS))
    .map(([note, u]) => ["update notes set created_by = $2 where id = $1", [note, u]]),
  pick(NOTES).map((note) => ["delete from notes where id = $1", [note]]),
  fc.tuple(pick(DIARIES), pick(USERS), pick(VISIBILITIES)).map(([d, u, v]) => [
    `insert into notes (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by)
     values ('${id(3, 9)}', 'zzzzzz', $1, 'default', 'Note 1', '{}', '', now(), $3, $2, $2)`,
    [d, u, v],
  ]),
  fc.tuple(pick(ROLES)).map(([r]) => [`update members set role = $1 where user_id = '${USERS[1]}'`, [r]]),
  fc
    .tuple(pick(DIARIES))
    .map(([d]) => [`update members set diary_id = $1 where user_id = '${USERS[1]}' and diary_id <> $1`, [d]]),
  fc
    .tuple(pick(DIARIES), pick(ROLES))
    .map(([d, r]) => [
      `insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, '${USERS[2]}', $2)`,
      [d, r],
    ]),
  fc.constant([`delete from members where user_id = '${USERS[1]}'`, []]),
  pick(DIARIES).map((d) => ["update diaries set name = 'Renamed' where id = $1", [d]]),
) as fc.Arbitrary<[string, unknown[]]>;

/** Whether somebody who read `read` is told of a change of `changed`; see `LiveResults.invalidate`. */
function isInvalidated(read: ReadonlySet<string>, changed: readonly string[]): boolean {
  return changed.some((scope) => read.has(scope) || read.has(scope.split("/")[0]!));
}

async function read(
  client: PoolClient,
  query: Query,
): Promise<{ result: string; scopes: ReadonlySet<string> }> {
  const recorder = new DependencyRecorder(tracked);
  const db = database.on(client).withPlugin(recorder) as Kysely<Tables>;
  const rows = (await buildQuery(db, query).execute()) as object[];
  return { result: JSON.stringify(rows.map((row) => JSON.stringify(row)).sort()), scopes: recorder.scopes };
}

it("rule 2 records, for any query, a scope of every write that changes its result", async () => {
  const client = await database.pool.connect();
  let changed = 0;
  let unaffected = 0;
  try {
    await fc.assert(
      fc.asyncProperty(
        queryArbitrary,
        fc.array(writeArbitrary, { minLength: 4, maxLength: 4 }),
        async (query, writes) => {
          const before = await read(client, query);
          for (const [text, values] of writes) {
            await client.query("begin");
            try {
              await client.query(text, values);
              const { rows } = await client.query(
                "select scope from sync_log where xid = pg_current_xact_id()",
              );
              const after = await read(client, query);
              const invalidated = isInvalidated(
                before.scopes,
                rows.map(({ scope }) => scope),
              );
              if (after.result !== before.result) {
                changed++;
                expect(
                  invalidated,
                  `${text} ${values}: ${[...before.scopes]} heard nothing of ${rows.map(({ scope }) => scope)}`,
                ).toBe(true);
              } else if (!invalidated) unaffected++;
            } finally {
              await client.query("rollback");
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  } finally {
    client.release();
  }
  // The property is worth something only if many results change, and many writes leave others in peace.
  expect(changed).toBeGreaterThan(40);
  expect(unaffected).toBeGreaterThan(40);
}, 60_000);
