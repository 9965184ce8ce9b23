import { expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import { compareNewestFirst } from "../rules.ts";
import { SHOWN_UPDATES } from "./home.ts";

it("home shows the newest four of all updates, newest first, also when several are of the same moment", {
  tags: spec("WORK-185 WORK-186"),
}, () => {
  const entry = (id: string, updatedAt: number) => ({ id, updatedAt });
  const entries = [entry("a", 1), entry("b", 5), entry("c", 3), entry("d", 3), entry("e", 4)];
  expect(compareNewestFirst(entries, SHOWN_UPDATES).map(({ id }) => id)).toEqual(["b", "e", "d", "c"]);
  expect(compareNewestFirst([...entries].reverse(), SHOWN_UPDATES).map(({ id }) => id)).toEqual([
    "b",
    "e",
    "d",
    "c",
  ]);
});
