import { describe, expect, it } from "vitest";
import { isShortId, SHORT_ID_ALPHABET } from "../../lib/ids.ts";
import { spec } from "../../test/spec.ts";
import { insertWithShortId } from "./short_ids.ts";

describe("insertWithShortId", () => {
  it("makes ids of six unambiguous letters", {
    tags: spec("CORE-029"),
  }, async () => {
    const ids = await Promise.all(Array.from({ length: 2000 }, () => insertWithShortId(async (id) => id)));
    for (const id of ids) expect(isShortId(id)).toBe(true);
    expect(new Set(ids.join(""))).toEqual(new Set(SHORT_ID_ALPHABET));
    expect(new Set(ids).size).toBeGreaterThan(1990);
  });

  it("tries another id when one is taken, and gives up after ten attempts", async () => {
    const tried: string[] = [];
    const row = await insertWithShortId(async (id) => {
      tried.push(id);
      return tried.length === 3 ? { id } : undefined;
    });
    expect(row).toEqual({ id: tried[2] });
    expect(new Set(tried).size).toBe(3);
    await expect(insertWithShortId(async () => undefined)).rejects.toThrow("No free short id in 10 attempts");
  });
});
