import { ConvexReactClient } from "convex/react";
import { getFunctionName } from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, createPerson } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
let admin: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  service = await startService();
  admin = await createPerson(service, "Petra Platform");
  await service.database.pool.query("update users set is_admin = true where id = $1", [admin.userId]);
  await admin.http.mutation(api.admin.recordTableOpening, { table: "users" });
});
afterAll(() => service.close());

type User = { _id: string; name: string };
type Paginated = {
  results: User[];
  status: string;
  loadMore(count: number): boolean;
};

/** The client's watch behind `usePaginatedQuery`, which its published types leave out. */
type PaginatedWatcher = {
  watchPaginatedQuery(
    query: unknown,
    args: object,
    options: { initialNumItems: number; id: number },
  ): { onUpdate(callback: () => void): void; localQueryResult(): Paginated | undefined };
};

/** The list that `usePaginatedQuery` shows, with every state that it was in. */
function watchPages(client: ConvexReactClient, id: number) {
  const watches = client as unknown as PaginatedWatcher;
  const watch = watches.watchPaginatedQuery(api.adminDb.listUsers, {}, { initialNumItems: 20, id });
  const states: Paginated[] = [];
  watch.onUpdate(() => {
    const state = watch.localQueryResult();
    if (state) states.push(state);
  });
  return { states, now: () => states.at(-1)! };
}

/** People at a second of the list, the later the higher. */
const insertPeople = (second: number, count: number, name: string) =>
  service.database.pool.query(
    `insert into users (id, clerk_user_id, email, name, created_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid() || '@example.org', $3 || n,
            timestamptz '2026-01-01' + make_interval(secs => $1)
     from generate_series(1, $2::int) n`,
    [second, count, name],
  );

const storedIds = async () => {
  const { rows } = await service.database.pool.query(
    "select id from users order by created_at desc, id desc",
  );
  return rows.map(({ id }) => id);
};
const idsOf = (users: readonly User[]) => users.map(({ _id }) => _id);

it("S15 rule 11 keeps pages of 20 without gaps or duplicates while rows come and go, and splits pages that grow", async () => {
  for (let second = 0; second < 90; second++) await insertPeople(second, 1, "Person ");
  const client = new ConvexReactClient(service.url, { unsavedChangesWarning: false, logger: false });
  client.setAuth(() => service.issuer.tokenFor(admin));
  const { states, now } = watchPages(client, 1);
  await eventually(() => states.length > 0 && now().status === "CanLoadMore");
  expect(idsOf(now().results)).toEqual((await storedIds()).slice(0, 20));
  for (const expected of [40, 60]) {
    expect(now().loadMore(20)).toBe(true);
    await eventually(() => now().status === "CanLoadMore" && now().results.length === expected);
  }
  const edge = now().results.at(-1)!._id;

  // At the head, in the middle of pages and just at their edges; and others go.
  for (let i = 0; i < 12; i++) {
    await insertPeople([500, 80, 70.5, 69, 51, 50, 40, 35][i % 8]! + i / 100, 1, "Newcomer ");
    const victim = now().results[(i * 17 + 19) % now().results.length]!;
    if (victim._id !== admin.userId && victim._id !== edge) {
      await service.database.pool.query("delete from users where id = $1", [victim._id]);
    }
  }
  const storedIdsUntilEdge = async () => {
    const all = await storedIds();
    return all.slice(0, all.indexOf(edge) + 1);
  };
  await eventually(
    async () => JSON.stringify(idsOf(now().results)) === JSON.stringify(await storedIdsUntilEdge()),
  );

  // More than twice its size: the client splits the first page.
  await insertPeople(60, 50, "Crowd ");
  const idsAfterGrowth = await storedIdsUntilEdge();
  await eventually(() => now().status === "CanLoadMore" && now().results.length === idsAfterGrowth.length);
  expect(idsOf(now().results)).toEqual(idsAfterGrowth);
  await insertPeople(60.5, 1, "After the split ");
  await eventually(
    async () => JSON.stringify(idsOf(now().results)) === JSON.stringify(await storedIdsUntilEdge()),
  );

  for (const { results } of states) expect(new Set(idsOf(results)).size).toBe(results.length);
  while (now().status !== "Exhausted") {
    now().loadMore(20);
    await eventually(() => now().status !== "LoadingMore");
  }
  expect(idsOf(now().results)).toEqual(await storedIds());
  expect(states.every(({ results, status }) => status === "LoadingFirstPage" || results.length >= 19)).toBe(
    true,
  );
  await client.close();
});

it("S15 ends a page that runs again from its journal at the same row, also on a new connection, and splits it without loss", async () => {
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(admin) });
  const udfPath = getFunctionName(api.adminDb.listUsers);
  const options = { numItems: 5, cursor: null, id: 1 };
  client.add({ queryId: 0, udfPath, args: { paginationOpts: options } });
  await client.until(() => client.values.has(0));
  type Page = { page: User[]; continueCursor: string; splitCursor?: string; pageStatus?: string };
  const page = () => client.values.get(0) as Page;
  const before = idsOf(page().page);
  const { journal } = client.transitions.at(-1)!.modifications[0];
  expect(typeof journal).toBe("string");
  await client.close();

  await insertPeople(40_000_000, 7, "Ahead ");
  const again = await RawClient.open(service.url, { token: await service.issuer.tokenFor(admin) });
  again.add({ queryId: 0, udfPath, args: { paginationOpts: options }, journal });
  await again.until(() => again.values.has(0));
  const grown = again.values.get(0) as Page;
  expect(idsOf(grown.page).slice(-5)).toEqual(before);
  expect(grown.page).toHaveLength(12);
  expect(grown.pageStatus).toBe("SplitRecommended");
  const half = (cursor: string | null, endCursor: string) => ({ ...options, cursor, endCursor, id: 2 });
  again.add(
    { queryId: 1, udfPath, args: { paginationOpts: half(null, grown.splitCursor!) } },
    { queryId: 2, udfPath, args: { paginationOpts: half(grown.splitCursor!, grown.continueCursor) } },
  );
  await again.until(() => again.values.has(2));
  const halves = [1, 2].flatMap((id) => idsOf((again.values.get(id) as Page).page));
  expect(halves).toEqual(idsOf(grown.page));
  await again.close();
});

it("S15 refuses an invalid cursor with the message that makes the client start again", async () => {
  const paginationOpts = { numItems: 5, cursor: "made up" };
  await expect(admin.http.query(api.adminDb.listUsers, { paginationOpts })).rejects.toThrow("InvalidCursor");
});
