import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { getSafeReturnTo } from "./return-to.ts";

const origin = "https://care.example.org";

it.each([
  ["/care/abc234/note/new?type=default#x", "/care/abc234/note/new?type=default#x"],
  ["/", "/"],
  [undefined, "/care"],
  [7, "/care"],
  ["care", "/care"],
  ["https://evil.example/", "/care"],
  ["//evil.example/", "/care"],
  ["/\\evil.example/", "/care"],
  ["/\t/evil.example/", "/care"],
  ["javascript:alert(1)", "/care"],
  ["/sign-in", "/care"],
  ["/sign-up/verify", "/care"],
  ["/sign-inventory", "/sign-inventory"],
])("%j leads to %s after sign-in", { tags: spec("WORK-138") }, (wanted, path) => {
  expect(getSafeReturnTo(wanted, origin)).toBe(path);
});
