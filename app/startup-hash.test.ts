import { expect, it } from "vitest";
import { barePath } from "./startup-hash.ts";

it.each([
  ["WORK-048", "#/sso-callback", "/care?x=1"],
  ["WORK-049", "#/", "/care?x=1"],
  ["WORK-049", "#features", null],
  ["WORK-049", "#/other", null],
  ["WORK-049", "", null],
])("%s the hash %j leads to %j", (_, hash, path) => {
  expect(barePath({ pathname: "/care", search: "?x=1", hash })).toBe(path);
});
