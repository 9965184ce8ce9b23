import { expect, it } from "vitest";
import { getBarePath } from "./startup-hash.ts";

it.each([
  ["#/sso-callback", "/care?x=1"],
  ["#/", "/care?x=1"],
  ["#features", null],
  ["#/other", null],
  ["", null],
])("the hash %j leads to %j", (hash, path) => {
  expect(getBarePath({ pathname: "/care", search: "?x=1", hash })).toBe(path);
});
