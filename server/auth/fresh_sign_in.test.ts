import { expect, it } from "vitest";
import { findStaleSignIn } from "./fresh_sign_in.ts";

const NOW = Date.UTC(2026, 10, 26, 8);
const ago = (seconds: number) => NOW / 1000 - seconds;

it.each([
  ["a moment ago", { sub: "maria", auth_time: ago(2) }, null],
  ["five minutes ago", { sub: "maria", auth_time: ago(300) }, null],
  ["a little longer, by the issuer's clock", { sub: "maria", auth_time: ago(304) }, null],
  ["too long ago", { sub: "maria", auth_time: ago(306) }, "old"],
  ["a little later, by the issuer's clock", { sub: "maria", auth_time: ago(-4) }, null],
  ["in the future", { sub: "maria", auth_time: ago(-6) }, "old"],
  ["nobody knows when", { sub: "maria" }, "untimed"],
  ["at no time", { sub: "maria", auth_time: "now" }, "untimed"],
  ["somebody else, just now", { sub: "jonas", auth_time: ago(2) }, "other"],
] as const)("a sign-in of %s", (_, claims, expected) => {
  expect(findStaleSignIn(claims, "maria", NOW)).toBe(expected);
});
