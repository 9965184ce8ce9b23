import { expect, it } from "vitest";
import { safeReturnTo } from "./return-to.ts";

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
])("WORK-138 %j leads to %s after sign-in", (wanted, path) => {
  expect(safeReturnTo(wanted, origin)).toBe(path);
});
