import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "../../registry/functions.ts";
import { api } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { spec } from "../spec.ts";
import { CALLS } from "./calls.ts";
import { secretComment } from "./comment_world.ts";
import { PRINCIPALS, VISIBLE_SECRETS } from "./expected.ts";
import { makeWorld } from "./world.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** An update that comes too late, so that the secrets stay where they are. */
const STALE: Record<string, object> = { "notes.updateNote": { baseVersion: 99 } };

/** The letters of the secrets that stand in a text, whatever field they were in. */
const lettersIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/canary-([A-Z])-/g)].map((match) => match[1]!))].sort();

/** Whoever holds an invitation's link is shown the notebook's name by it; the others don't hold it. */
const LINK = "the invitee's link";

const KINDS = ["query", "action", "mutation"] as const;
const call = {
  query: (http: ConvexHttpClient, path: string, args: object) =>
    http.query(makeFunctionReference<"query">(path), args),
  action: (http: ConvexHttpClient, path: string, args: object) =>
    http.action(makeFunctionReference<"action">(path), args),
  mutation: (http: ConvexHttpClient, path: string, args: object) =>
    http.mutation(makeFunctionReference<"mutation">(path), args),
};

describe.each(PRINCIPALS)('the principal "%s"', (principal) => {
  it("gets no secret of others in any answer or error", {
    tags: spec("CORE-607 CORE-621 CORE-624 CORE-625 CORE-626"),
    timeout: 60_000,
  }, async () => {
    // A notebook for each, and reads first: what they may change would change what there is to read.
    const world = await makeWorld(service);
    const learned = new Set<string>();
    const { http } = world.actors[principal];
    const inOrder = [...functions].sort(([, a], [, b]) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
    for (const [name, fn] of inOrder) {
      for (const [title, args] of Object.entries(CALLS[name]!.cases)) {
        if (title === LINK && principal !== "invitee") continue;
        const given = { ...(await args(world, principal)), ...STALE[name] };
        const answer = await call[fn.kind](http, name.replace(".", ":"), given).catch((error) => [
          String(error),
          error.stack,
          error instanceof ConvexError && error.data,
        ]);
        for (const letter of lettersIn(JSON.stringify(answer) ?? "")) learned.add(letter);
        await CALLS[name]!.undo?.(world, principal);
      }
    }
    // Members also meet all that they may learn, or this test would look in the wrong place.
    expect([...learned].sort()).toEqual([...VISIBLE_SECRETS[principal]].sort());
  });
});

it("puts no secret into a mail except the name of the notebook", async () => {
  const { diaryId, notes, actors } = await makeWorld(service);
  await actors.author.http.mutation(api.comments.createComment, {
    diaryId,
    targetType: "note",
    targetId: notes.T.id,
    content: secretComment("T"),
    mentions: [actors.caregiver.userId!],
  });
  const { rows } = await service.database.pool.query("select to_jsonb(mail_outbox) as mail from mail_outbox");
  const mails = rows.map(({ mail }) => JSON.stringify(mail));
  expect(mails.some((mail) => mail.includes("mentioned you"))).toBe(true);
  expect(lettersIn(mails.join())).toEqual(["N"]);
});
