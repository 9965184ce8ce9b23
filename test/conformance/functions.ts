import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { mayListNotes } from "../../features/notes/server/access.ts";
import { CareError } from "../../lib/errors.ts";
import { functions as ofProduct } from "../../registry/functions.ts";
import { anyone, inNotebook } from "../../server/access/gate.ts";
import { action, mutation, query } from "../../server/functions/define.ts";
import type { FunctionRegistry } from "../../server/sync/calls.ts";

/** Calls that wait until the test lets them go on, by the name that they are given. */
const gates = new Map<string, { entered: number; opened: PromiseWithResolvers<void> }>();

/** A gate for `test.wait`, `test.waitOutside` and `test.waitAndRefuse`. */
export function makeGate() {
  const gate = randomUUID();
  const state = { entered: 0, opened: Promise.withResolvers<void>() };
  gates.set(gate, state);
  return { gate, isEntered: () => state.entered > 0, open: () => state.opened.resolve() };
}

async function waitAtGate(name: string): Promise<void> {
  const gate = gates.get(name)!;
  gate.entered++;
  await gate.opened.promise;
}

/** Lets the second step of `test.failInTwoSteps` begin; resolves once it has failed. */
export const lateStep = { begin: Promise.withResolvers<void>(), end: Promise.withResolvers<unknown>() };

/** Called between the two statements of `test.titlesInTwoSteps` when set. */
export const betweenSteps: { wait: (() => Promise<void>) | null } = { wait: null };

/** Random text, which compression doesn't make small again. */
const NOISE = randomBytes(4_000_000).toString("base64");

/** How often `test.countedTitles` was computed. */
export const computations = { times: 0 };

/** The marks of `test.leaveMark` that fail in passing. */
export const busyMarks = new Set<string>();

/**
 * The product's functions, and some that are slow, fail or return much, for behaviour that the product's own don't
 * show.
 */
export const functions: FunctionRegistry = new Map<string, never>([
  ...(ofProduct as Map<string, never>),
  [
    "test.waitOutside",
    action({
      args: z.object({ gate: z.string() }),
      returns: z.unknown(),
      access: anyone(),
      handler: async (_, { gate }) => {
        await waitAtGate(gate);
        return "passed";
      },
    }) as never,
  ],
  [
    "test.nothing",
    mutation({
      args: z.object({ n: z.number() }),
      returns: z.unknown(),
      access: anyone(),
      handler: async (_, { n }) => n,
    }) as never,
  ],
  [
    "test.wait",
    mutation({
      args: z.object({ gate: z.string() }),
      returns: z.unknown(),
      access: anyone(),
      handler: (_, { gate }) => waitAtGate(gate),
    }) as never,
  ],
  [
    // Not idempotent by itself: each run leaves one event in the audit log.
    "test.leaveMark",
    mutation({
      args: z.object({ diaryId: z.string(), mark: z.string(), isRefused: z.boolean() }),
      returns: z.unknown(),
      access: inNotebook("notes.create"),
      isDurable: true,
      handler: async ({ audit, madeAt, opId }, { diaryId, mark, isRefused }) => {
        if (busyMarks.has(mark)) throw new CareError("busy", { english: "The server is busy" });
        if (isRefused) throw new CareError("conflict", { english: `Refused: ${mark}` });
        await audit({ eventType: "test.mark", diaryId, targetType: "test", targetId: mark });
        return { mark, madeAt: madeAt.getTime(), opId };
      },
    }) as never,
  ],
  [
    "test.waitAndRefuse",
    mutation({
      args: z.object({ diaryId: z.string(), gate: z.string() }),
      returns: z.unknown(),
      access: inNotebook("notes.create"),
      handler: async (_, { gate }) => {
        await waitAtGate(gate);
        throw new CareError("conflict", { english: "Refused later" });
      },
    }) as never,
  ],
  [
    "test.break",
    mutation({
      args: z.object({}),
      returns: z.unknown(),
      access: anyone(),
      handler: async () => {
        throw new TypeError("secret 4711");
      },
    }) as never,
  ],
  [
    "test.titlesInTwoSteps",
    query({
      args: z.object({ diaryId: z.string() }),
      returns: z.unknown(),
      access: mayListNotes(),
      handler: async ({ db, access }) => {
        const notes = await db
          .selectFrom("notes")
          .where("diary_id", "=", access.diaryId)
          .select("title")
          .orderBy("title")
          .execute();
        await betweenSteps.wait?.();
        const diary = await db
          .selectFrom("diaries")
          .where("id", "=", access.diaryId)
          .select("name")
          .executeTakeFirstOrThrow();
        return { name: diary.name, titles: notes.map(({ title }) => title) };
      },
    }) as never,
  ],
  [
    "test.countedTitles",
    query({
      // `n` distinguishes equal subscriptions.
      args: z.object({ diaryId: z.string(), n: z.number() }),
      returns: z.unknown(),
      access: mayListNotes(),
      handler: async ({ db, access }, { n }) => {
        computations.times++;
        const notes = await db
          .selectFrom("notes")
          .where("diary_id", "=", access.diaryId)
          .select("title")
          .execute();
        if (n % 5 === 4) throw new Error(`Failed as query ${n} does`);
        return notes.map(({ title }) => title);
      },
    }) as never,
  ],
  [
    "test.failInTwoSteps",
    mutation({
      args: z.object({ diaryId: z.string() }),
      returns: z.unknown(),
      access: inNotebook("notes.create"),
      handler: async ({ db }, { diaryId }) => {
        const late = async () => {
          // On its way while the mutation fails.
          await db.selectFrom("diaries").where("id", "=", diaryId).select("name").execute();
          await lateStep.begin.promise;
          await db.updateTable("diaries").set({ name: "Written late" }).where("id", "=", diaryId).execute();
        };
        const soon = async () => {
          throw new CareError("conflict", { english: "Failed at once" });
        };
        const failing = late();
        lateStep.end.resolve(failing.catch((error: unknown) => error));
        await Promise.all([failing, soon()]);
      },
    }) as never,
  ],
  [
    "test.large",
    query({
      args: z.object({ diaryId: z.string(), length: z.number() }),
      returns: z.unknown(),
      access: mayListNotes(),
      handler: async ({ db, access }, { length }) => {
        const { count } = await db
          .selectFrom("notes")
          .where("diary_id", "=", access.diaryId)
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        return { count, text: `${count} ${NOISE}`.slice(0, length) };
      },
    }) as never,
  ],
]);
