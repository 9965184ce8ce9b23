import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "../../server/functions/registry.ts";
import { type Service, startService } from "../service.ts";
import { CALLS } from "./calls.ts";
import { MAY_LEARN, PRINCIPALS } from "./expected.ts";
import { makeWorld, type World } from "./world.ts";

let service: Service;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
});
afterAll(() => service.close());

/** An update that comes too late, so that the secrets stay where they are. */
const STALE: Record<string, object> = { "notes.updateNote": { baseVersion: 99 } };

/** The letters of the secrets that stand in a text, whatever field they were in. */
const lettersIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/canary-([A-Z])-/g)].map((match) => match[1]!))].sort();

describe.each(PRINCIPALS)("a %s", (principal) => {
  it("CORE-607 CORE-621 CORE-624 CORE-625 CORE-626 meets no secret of others in any answer or error", async () => {
    const learned = new Set<string>();
    const { http } = world.actors[principal];
    for (const [name, fn] of functions) {
      const path = name.replace(".", ":");
      for (const args of Object.values(CALLS[name]!.cases)) {
        const given = { ...(await args(world, principal)), ...STALE[name] };
        const answer = await (fn.kind === "query"
          ? http.query(makeFunctionReference<"query">(path), given)
          : http.mutation(makeFunctionReference<"mutation">(path), given)
        ).catch((error) => [String(error), error.stack, error instanceof ConvexError && error.data]);
        for (const letter of lettersIn(JSON.stringify(answer) ?? "")) learned.add(letter);
      }
    }
    // Members also meet all that they may learn, or this test would look in the wrong place.
    expect([...learned].sort()).toEqual([...MAY_LEARN[principal]].sort());
  });
});
