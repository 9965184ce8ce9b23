import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toDayInZone } from "../../lib/dates/zone-day.ts";
import { createLog } from "../../server/log.ts";
import { SECRET, type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";
import { fillDemo, PASSWORD } from "./fill.ts";
import { NOTES, PEOPLE } from "./story.ts";

const NOW = new Date();
let server: SignInServer;
let shortId: string;
const fill = () =>
  fillDemo({
    config: server.config,
    secret: SECRET,
    database: server.database,
    log: createLog("silent"),
    now: NOW,
  });

beforeAll(async () => {
  server = await startSignInServer();
  shortId = await fill();
});
afterAll(() => server.close());

describe("npm run seed", () => {
  it.each(Object.values(PEOPLE))(
    "lets $email sign in as a member of the notebook",
    async ({ email, role }) => {
      const visitor = new Visitor(server.url);
      await visitor.signIn(email, PASSWORD);
      const { subject } = await server.provider.verifyToken((await visitor.token())!);
      const { rows } = await server.database.pool.query(
        `select m.role from members m join users u on u.id = m.user_id join diaries d on d.id = m.diary_id
        where u.clerk_user_id = $1 and d.short_id = $2`,
        [subject, shortId],
      );
      expect(rows).toEqual([{ role }]);
    },
  );

  it("writes notes of the last two weeks, with all three visibilities", async () => {
    const { rows } = await server.database.pool.query(
      "select visibility, note_day, created_at from notes order by note_day, created_at",
    );
    expect(rows).toHaveLength(NOTES.length);
    expect(new Set(rows.map((note) => note.visibility))).toEqual(new Set(["private", "team", "extended"]));
    expect(rows.at(-1).created_at).toBeLessThan(NOW.getTime());
    const days = (NOW.getTime() - rows[0].created_at) / 86_400_000;
    expect(days).toBeGreaterThan(13);
    expect(days).toBeLessThan(15);
    for (const note of rows) expect(note.note_day).toBe(toDayInZone(note.created_at, "Europe/Berlin"));
  });

  it("refuses to run a second time", async () => {
    await expect(fill()).rejects.toThrow("The demo is here already: there is an account olga@example.org.");
    const { rows } = await server.database.pool.query("select count(*) as notebooks from diaries");
    expect(rows).toEqual([{ notebooks: 1 }]);
  });
});
