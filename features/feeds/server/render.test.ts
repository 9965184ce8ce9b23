import pg from "pg";
import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOfSecret } from "../../../server/auth/link_token.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import { proofFor } from "../../../test/proofs.ts";
import type { Service } from "../../../test/service.ts";
import { statementsDuring } from "../../../test/statements.ts";
import { startSeries } from "../../tasks/server/task_series.ts";
import { renderFeed } from "./render.ts";

const startService = beginAt();

let service: Service;
let anna: TestPerson;
beforeAll(async () => {
  service = await startService();
  anna = await createPerson(service, "Anna");
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

async function feedOf(diaryId: string) {
  const { link } = await anna.http.action(api.feeds.createFeed, {
    proof: proofFor(anna, "calendar"),
    diaryId,
    whose: "all",
  });
  const hash = hashOfSecret(/([\w-]{43})\.ics$/.exec(link)![1]!);
  return async (now: Date) => {
    const feed = await service.database.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((trx) => renderFeed(trx, hash, { baseUrl: service.url, now }));
    return feed!.body.toString().replaceAll("\r\n ", "");
  };
}

/** Zones with the day on which clocks skip an hour or half of one, and with one on which they repeat it. */
const CHANGES = [
  { timeZone: "Europe/Berlin", days: ["2027-03-28", "2027-10-31"], time: "02:30" },
  { timeZone: "America/New_York", days: ["2027-03-14", "2027-11-07"], time: "02:30" },
  { timeZone: "America/New_York", days: ["2027-03-14", "2027-11-07"], time: "01:30" },
  { timeZone: "Australia/Lord_Howe", days: ["2027-10-03", "2027-04-04"], time: "02:15" },
  { timeZone: "Africa/Cairo", days: ["2027-04-30", "2027-10-28"], time: "00:30" },
];

describe("tasks around changes of the clocks", () => {
  it.each(CHANGES.flatMap(({ days, ...rest }) => days.map((day) => ({ ...rest, day }))))(
    "in $timeZone at $time around $day stand at the moments of docs/how/recurrence.md",
    async ({ timeZone, day, time }) => {
      const diaryId = await createNotebook(anna, { timeZone });
      const first = Temporal.PlainDate.from(day).subtract({ days: 3 });
      const momentOf = (of: Temporal.PlainDate) =>
        of.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: "compatible" })
          .epochMilliseconds;
      const now = new Date(momentOf(first) - 3_600_000);
      await service.database.db.transaction().execute((trx) =>
        startSeries(
          trx,
          {
            diaryId,
            noteId: null,
            title: "Turn her",
            description: "",
            assignedTo: null,
            recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
            dateOnly: false,
            scheduledDate: momentOf(first),
            dueDate: null,
            endDate: momentOf(first.add({ days: 6 })),
            createdBy: anna.userId,
          },
          now,
        ),
      );
      const file = await (await feedOf(diaryId))(now);
      const expected = Array.from({ length: 7 }, (_, i) =>
        new Date(momentOf(first.add({ days: i }))).toISOString().replace(/[-:]|\.\d+/g, ""),
      );
      expect(expected).toHaveLength(7);
      expect([...file.matchAll(/^DTSTART:(\S+)/gm)].map(([, at]) => at)).toEqual(expected);
    },
  );

  it("keep the day of a whole-day task, wherever the notebook is", async () => {
    for (const timeZone of ["Pacific/Kiritimati", "America/Los_Angeles", "Asia/Beirut"]) {
      const diaryId = await createNotebook(anna, { timeZone });
      for (const scheduledDay of ["2027-03-27", "2027-03-28", "2027-03-29"])
        await anna.http.mutation(api.tasks.createTask, {
          diaryId,
          title: "Walk",
          scheduledDay,
          dateOnly: true,
        });
      const file = await (await feedOf(diaryId))(new Date("2027-03-28T12:00:00Z"));
      expect(
        [...file.matchAll(/^DTSTART;VALUE=DATE:(\d+)\r\nDTEND;VALUE=DATE:(\d+)/gm)].map(([, a, b]) => [a, b]),
      ).toEqual([
        ["20270327", "20270328"],
        ["20270328", "20270329"],
        ["20270329", "20270330"],
      ]);
    }
  });
});

describe("the bytes of a feed", () => {
  it("are the same the whole day, and at midnight UTC lose and gain a day", async () => {
    const diaryId = await createNotebook(anna);
    for (const scheduledDay of ["2026-11-01", "2026-11-02", "2027-03-01", "2027-03-02"])
      await anna.http.mutation(api.tasks.createTask, {
        diaryId,
        title: scheduledDay,
        scheduledDay,
        dateOnly: true,
      });
    const render = await feedOf(diaryId);
    const titles = (file: string) => [...file.matchAll(/^SUMMARY:(\S+)/gm)].map(([, title]) => title);
    const begin = await render(new Date("2026-12-01T00:00:00Z"));
    expect(titles(begin)).toEqual(["2026-11-01", "2026-11-02", "2027-03-01"]);
    expect(await render(new Date("2026-12-01T23:59:59Z"))).toBe(begin);
    expect(titles(await render(new Date("2026-12-02T00:00:00Z")))).toEqual([
      "2026-11-02",
      "2027-03-01",
      "2027-03-02",
    ]);
  });
});

describe("the statements of a feed", () => {
  type Plan = { "Node Type": string; "Relation Name"?: string; "Index Cond"?: string; Plans?: Plan[] };
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  it("are as many for one notebook as for ten, and find their rows by indexes", async () => {
    const ben = await createPerson(service, "Ben");
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) ids.push(await createNotebook(ben, { fullName: `Person ${i}` }));
    await sql(
      `insert into tasks (id, diary_id, title, date_only, scheduled_day, created_by)
       select gen_random_uuid(), d, 'Task ' || i, true, clock_timestamp()::date - 150 + i, $2
         from unnest($1::uuid[]) d, generate_series(1, 300) i`,
      [ids, ben.userId],
    );
    await sql("analyze tasks, members, calendar_feeds");
    const links = [
      await ben.http.action(api.feeds.createFeed, {
        proof: proofFor(ben, "calendar"),
        diaryId: ids[0]!,
        whose: "all",
      }),
      await ben.http.action(api.feeds.createFeed, { proof: proofFor(ben, "calendar"), whose: "all" }),
    ];
    const counts: number[] = [];
    for (const { link } of links) {
      // Without the regular work of the sync server.
      const statements = (
        await statementsDuring(async () => {
          const file = await (await fetch(link)).text();
          expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(counts.length === 0 ? 121 : 121 * 10);
        })
      ).filter(({ text }) => /^\s*(select|update|insert)/.test(text) && !/pg_|sync_/.test(text));
      counts.push(statements.length);
      const client = new pg.Client({ connectionString: service.database.pool.options.connectionString });
      await client.connect();
      await client.query("set enable_seqscan = off");
      for (const { text, values } of statements) {
        const { rows } = await client.query(`explain (format json) ${text}`, values);
        const whole = nodesOf(rows[0]["QUERY PLAN"][0].Plan as Plan).filter(
          (node) => /^(Seq|Index|Index Only) Scan$/.test(node["Node Type"]) && !node["Index Cond"],
        );
        expect(whole.map((node) => [node["Relation Name"], text])).toEqual([]);
      }
      await client.end();
    }
    // The feed twice, its limit, its person, their membership, the tasks, the name, the appointments with their access, and that it was fetched.
    expect(counts[0]).toBeLessThanOrEqual(12);
    expect(counts[1]).toBeLessThanOrEqual(counts[0]!);
  });
});
